//! What tests of several crates share; the tests of `perfectplay-query`, `perfectplay-oracle` and `perfectplay-tables`
//! are in `suite`.
//!
//! [`damage`] damages files and judges what becomes of them, for tests and fuzz targets. [`intact`] builds and proves
//! tables. [`numbers`] has games that are described in a few lines. [`parts`] takes tables apart and puts them together,
//! and [`server`] serves files, correctly or otherwise.
#![allow(clippy::unwrap_used, reason = "what panics here is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use perfectplay_oracle::{GameRef, built_in};

use tempfile::TempDir;

pub mod damage;
pub mod intact;
pub mod numbers;
pub mod parts;
pub mod server;
pub mod table;

/// Asserts that something fails with an error like this.
#[macro_export]
macro_rules! refused {
    ($result:expr, $error:pat $(if $guard:expr)?, $($context:tt)+) => {{
        let result = $result;
        let is_such = matches!(&result, Err($error) $(if $guard)?);
        assert!(is_such, "{}: {result:?}", format_args!($($context)+));
    }};
    ($result:expr, $error:pat $(if $guard:expr)?) => {
        $crate::refused!($result, $error $(if $guard)?, "refused")
    };
}

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
