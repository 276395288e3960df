//! What tests of several crates share; the tests of `perfectplay-query`, `perfectplay-oracle` and `perfectplay-tables`
//! are in `suite`.
//!
//! [`damage`] damages files and judges what becomes of them, for tests and fuzz targets. [`intact`] builds and proves tables. [`parts`] takes tables apart
//! and puts them together, and [`server`] serves files, correctly or otherwise.
#![allow(clippy::unwrap_used, reason = "what panics here is a failed test")]

use std::path::{Path, PathBuf};

pub mod damage;
pub mod intact;
pub mod parts;
pub mod server;

/// The folder of the committed tables, small ones of all games.
pub fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/v1")
}
