//! What tests of several crates share; the tests of `perfectplay-query`, `perfectplay-oracle` and `perfectplay-tables`
//! are in `suite`.
//!
//! [`damage`] damages files and judges what becomes of them, for tests and fuzz targets. [`intact`] builds and proves tables. [`parts`] takes tables apart
//! and puts them together, and [`server`] serves files, correctly or otherwise.
#![allow(clippy::unwrap_used, reason = "what panics here is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use perfectplay_games::built_in;
use perfectplay_oracle::GameRef;

use tempfile::TempDir;

pub mod damage;
pub mod intact;
pub mod parts;
pub mod server;
pub mod table;

/// The folder of the committed tables, small ones of all games.
pub fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/v1")
}

/// The bytes of a committed table.
pub fn golden_table(name: &str) -> Vec<u8> {
    fs::read(golden_folder().join(format!("{name}.table"))).unwrap()
}

/// A folder of its own with some of the committed tables.
pub fn folder_of(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    names.iter().for_each(|name| add(folder.path(), name));
    folder
}

/// Adds a committed table to a folder.
pub fn add(folder: &Path, name: &str) {
    let file = format!("{name}.table");
    fs::copy(golden_folder().join(&file), folder.join(file)).unwrap();
}

/// The game with a name that is built in.
#[must_use]
pub fn game(name: &str) -> GameRef {
    built_in().into_iter().find(|game| game.name() == name).expect("a game that is built in")
}
