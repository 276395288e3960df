//! All tests of this crate in one program, a module for each subject.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod access;
mod batches;
mod embedded;
mod folder;
mod golden;
mod hostile;
mod names;
mod positions;
mod remote;

/// The folder of the committed tables.
fn golden_folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/v1")
}
