//! What the tests of this crate share.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use perfectplay_format::Header;
use perfectplay_oracle::TableRef;
use perfectplay_query::{TableFile, TableFolder, TablePlace, Tables};
use perfectplay_tables::{Depth, Progress, Verified, VerifyError};
use perfectplay_tests::intact::{build, planned};
use perfectplay_tests::parts::{seal, with_header};
use tempfile::TempDir;

pub use crate::common::replace;

/// Interrupts everything at once.
pub struct Stopped;

impl Progress for Stopped {
    fn interrupted(&self) -> bool {
        true
    }
}

/// Records from how many states a build went on.
#[derive(Default)]
pub struct Restored(pub Mutex<Vec<u64>>);

impl Progress for Restored {
    fn set_position(&self, states: u64) {
        self.0.lock().unwrap().push(states);
    }
}

pub fn folder() -> (TempDir, TableFolder) {
    let directory = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(directory.path());
    (directory, folder)
}

/// A table by its name, or as it is.
pub struct Table(TableRef);

impl From<&str> for Table {
    fn from(name: &str) -> Self {
        Self(planned(name))
    }
}

impl From<TableRef> for Table {
    fn from(table: TableRef) -> Self {
        Self(table)
    }
}

impl From<&TableRef> for Table {
    fn from(table: &TableRef) -> Self {
        Self(table.clone())
    }
}

pub fn build_quietly(table: impl Into<Table>, folder: &TableFolder) -> PathBuf {
    build(&table.into().0, folder).path
}

/// A table in a folder of its own.
pub fn built(table: impl Into<Table>) -> (TempDir, PathBuf) {
    let (directory, folder) = folder();
    let path = build_quietly(table, &folder);
    (directory, path)
}

/// Builds a table on these numbers of threads, each in a folder of its own: the bytes must be the same. Calls `check`
/// for each file.
pub fn assert_same_bytes(table: &TableRef, threads: &[usize], check: impl Fn(&Path) + Sync) {
    let tables = threads.iter().map(|&threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (_directory, path) = pool.install(|| built(table));
        check(&path);
        fs::read(path).unwrap()
    });
    let tables: Vec<_> = tables.collect();
    assert!(tables.iter().all(|bytes| *bytes == tables[0]), "{table}");
}

pub fn verify(path: &Path, depth: Depth) -> Result<Verified, VerifyError> {
    perfectplay_tests::intact::verify(&Tables::default(), &TablePlace::File(path.to_owned()), depth)
}

/// The place of a section in a sound table's bytes.
pub fn section(table: &[u8], name: &'static str) -> Range<usize> {
    let section = TableFile::open(table).unwrap().section(name).unwrap();
    section.start as usize..section.end as usize
}

pub fn files(folder: &TableFolder) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

/// Puts a table there that was changed, and whose checksums were made right again.
pub fn forge(path: &Path, sound: &[u8], change: impl FnOnce(&mut [u8])) {
    let mut bytes = sound.to_vec();
    change(&mut bytes);
    seal(&mut bytes);
    replace(path, &bytes);
}

/// Changes a section of the table there.
pub fn forge_section(path: &Path, name: &'static str, change: impl FnOnce(&mut [u8])) {
    forge(path, &fs::read(path).unwrap(), |bytes| {
        let range = section(bytes, name);
        change(&mut bytes[range]);
    });
}

/// Changes a table's header, with its checksum.
pub fn replace_header(path: &Path, change: impl FnOnce(&mut Header)) {
    let sound = fs::read(path).unwrap();
    replace(path, &with_header(&sound, change));
}

/// Makes a pipe that nobody reads or writes. No program is started for it: it would hold the locks of other tests
/// for a moment.
#[cfg(target_os = "linux")]
pub fn pipe(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}
