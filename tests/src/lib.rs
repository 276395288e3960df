//! What tests of several crates share; the tests of `perfectplay-query`, `perfectplay` and `perfectplay-tables`
//! are in `suite`.
//!
//! [`damage`] damages files and judges what becomes of them, for tests and fuzz targets. [`intact`] builds and proves
//! tables. [`parts`] takes tables apart and puts them together,
//! [`server`] serves files, correctly or otherwise, and [`states`] watches work.
#![allow(clippy::unwrap_used, reason = "what panics here is a failed test")]
#![allow(missing_docs, reason = "nobody but tests uses this: a name that says all is enough")]

use std::fs;
use std::path::{Path, PathBuf};

use perfectplay::GameRef;
use perfectplay_games::built_in;
use perfectplay_query::TableFolder;
use ring::digest::{SHA256, digest};
use tempfile::TempDir;

pub mod damage;
pub mod intact;
pub mod parts;
pub mod server;
pub mod states;
pub mod table;

pub use perfectplay_catalogue::Numbers;

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

/// A folder of its own for tables, and what removes it.
pub fn folder() -> (TempDir, TableFolder) {
    let directory = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(directory.path());
    (directory, folder)
}

/// A folder of its own with some of the committed tables.
pub fn folder_of(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    names.iter().for_each(|name| add(folder.path(), name));
    folder
}

/// The names of the files in a folder, sorted; none if it does not exist.
pub fn files_in(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

/// Copies the files of a folder into another, which is made.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in files_in(from) {
        fs::copy(from.join(&file), to.join(file)).unwrap();
    }
}

/// The line that a list of hashes has for a file, without its end.
pub fn hashed(bytes: &[u8], file: &str) -> String {
    let hash = digest(&SHA256, bytes);
    let hash: String = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{hash}  {file}")
}

pub fn flipped(bytes: &[u8], place: usize, bits: u8) -> Vec<u8> {
    let mut flipped = bytes.to_vec();
    flipped[place] ^= bits;
    flipped
}

/// Adds a committed table to a folder.
pub fn add(folder: &Path, name: &str) {
    let file = format!("{name}.table");
    fs::copy(golden_folder().join(&file), folder.join(file)).unwrap();
}

/// Makes a pipe that nobody reads or writes. No program is started for it: it would hold the locks of other tests
/// for a moment.
#[cfg(target_os = "linux")]
pub fn pipe(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

/// The game with a name that is built in.
pub fn game(name: &str) -> GameRef {
    built_in().into_iter().find(|game| game.name() == name).expect("a game that is built in")
}
