//! Work that a build or a download goes on from.
//!
//! It may be that of hours, so nothing but its table makes it useless: it is removed when the table is there,
//! with all its bytes, or when somebody says so.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use perfectplay_query::{TableFolder, TableName, folder_entries};

use crate::BuildError;
use crate::layered::RECORDS;
use crate::lock::{LAYERS, PARTIAL, TableLock, name_before, remove_file};

/// The ending of a download, which the next one goes on from.
pub const DOWNLOAD: &str = "table.zst.download";

/// The endings of the record of what it is a download of, and of one that is being written.
pub const DOWNLOAD_RECORDS: [&str; 2] = ["table.zst.download.toml", "table.zst.download.toml.new"];

/// What a build or a download of a table goes on from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unfinished {
    /// The table.
    pub table: String,
    /// How many bytes its files have.
    pub bytes: u64,
    /// Whether it is a download, and not a build.
    pub is_download: bool,
}

impl Unfinished {
    /// What there is in a folder, by name; nothing if the folder does not exist. Some of it may be under
    /// way.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn in_folder(folder: &TableFolder) -> io::Result<Vec<Self>> {
        let mut found = BTreeMap::new();
        for entry in folder_entries(folder.path())? {
            let path = entry.path();
            let mut names =
                endings().filter_map(|ending| Some((name_before(ending, &path)?, ending)));
            let Some((name, ending)) = names.next() else { continue };
            // Others may have files with these endings, too.
            if name.parse::<TableName>().is_err() {
                continue;
            }
            // What has been removed by now is not there.
            let Ok(metadata) = entry.metadata() else { continue };
            let unfinished = found.entry(name.to_owned()).or_insert_with(|| Self {
                table: name.to_owned(),
                bytes: 0,
                is_download: true,
            });
            unfinished.bytes += metadata.len();
            unfinished.is_download &= is_of_download(ending);
        }
        Ok(found.into_values().collect())
    }

    /// Removes it. Returns whether it did: it does not while somebody makes the table.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self, folder: &TableFolder) -> Result<bool, BuildError> {
        let Some(lock) = TableLock::try_take(folder, &self.table)? else { return Ok(false) };
        for path in files(lock.table()) {
            remove_file(&path)?;
        }
        Ok(true)
    }

    /// Removes what there is of the table called `name`, which must be there, with all its bytes; nothing
    /// while somebody makes it anew, and where the folder may not be written.
    pub fn remove_of_made(folder: &TableFolder, name: &str) {
        if files(&folder.table(name)).any(|path| path.exists())
            && let Ok(Some(lock)) = TableLock::try_take(folder, name)
        {
            lock.remove_unfinished();
        }
    }
}

impl TableLock {
    /// Removes what a build or a download of the table would go on from. The table must be there, with all
    /// its bytes. What cannot be removed now is removed when the table is next found to be there.
    pub(crate) fn remove_unfinished(&self) {
        for path in files(self.table()) {
            let _ = fs::remove_file(path);
        }
    }
}

/// The endings of all files that are gone on from.
fn endings() -> impl Iterator<Item = &'static str> {
    [LAYERS, PARTIAL, DOWNLOAD].into_iter().chain(DOWNLOAD_RECORDS).chain(RECORDS)
}

/// Whether this is the ending of a file of a download.
fn is_of_download(ending: &str) -> bool {
    ending == DOWNLOAD || DOWNLOAD_RECORDS.contains(&ending)
}

fn files(table: &Path) -> impl Iterator<Item = PathBuf> {
    endings().map(|ending| table.with_extension(ending))
}
