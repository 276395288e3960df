//! What the tests of several crates share: also the names that most of them use.

pub use std::collections::BTreeSet;
pub use std::fs;
pub use std::path::{Path, PathBuf};
pub use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub use std::sync::{Arc, Mutex};

pub use perfectplay::{TableRef, default_tables, table_named, verify_table};
pub use perfectplay_core::{Outcome, PlainSolver, WithPlies};
pub use perfectplay_format::{CHUNK, FormatError, Header, chunk_checksum};
pub use perfectplay_games::contour::{Board, on_board};
pub use perfectplay_games::number::Layer;
pub use perfectplay_games::{
    ChompTable, NumberOutcomesTable, NumberPliesTable, NumberTable, StakeTable, built_in,
};
pub use perfectplay_query::{
    Access, Bytes, Entries, Probe, Problem, ReadAt, TableFile, TableFolder, TablePlace, Tables,
};
pub use perfectplay_tables::{
    BlockProblem, Build, BuildError, Control, Depth, Manifest, Progress, Store, StoreError,
    Verification, VerifyError, merge,
};
pub use perfectplay_tests::intact::{build, built_bytes, of_board, planned};
pub use perfectplay_tests::parts::{Parts, seal, section, with_header};
pub use perfectplay_tests::states::{STOPPED, States};
pub use perfectplay_tests::table::Table;
pub use perfectplay_tests::{flipped, game, golden_folder as golden, golden_table, refused};
pub use tempfile::TempDir;

#[cfg(target_os = "linux")]
pub use perfectplay_tests::pipe;

/// Puts other bytes under a table's name, as a rename would.
pub fn replace(path: &Path, bytes: &[u8]) {
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
}
