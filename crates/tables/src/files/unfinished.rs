//! Work that a build or a download can resume from.
//!
//! It may represent hours, so only its table makes it useless: it is removed once the complete table is
//! there, or on request.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use perfectplay_query::{TableFolder, TableName, folder_entries};
use serde::Serialize;

use crate::files::error::FileError;
use crate::files::lock::{TableLock, remove};
use crate::files::names::{self, is_of_download, name_before, unfinished_of};

/// What a build or a download of a table can resume from. Its serialisation is a part of the program's JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnfinishedTable {
    /// The table.
    pub table: String,
    /// How many bytes its files have.
    pub bytes: u64,
    /// Whether it is a download rather than a build.
    #[serde(rename = "download")]
    pub is_download: bool,
}

impl UnfinishedTable {
    /// What is unfinished in a folder, by name; nothing if the folder does not exist. Some of it may be
    /// in progress.
    pub fn in_folder(folder: &TableFolder) -> io::Result<Vec<Self>> {
        let mut found = BTreeMap::new();
        for entry in folder_entries(folder.path())? {
            let path = entry.path();
            let mut names = names::unfinished()
                .filter_map(|ending| Some((name_before(ending, &path)?, ending)));
            let Some((name, ending)) = names.next() else { continue };
            // Others may have files with these endings, too.
            if name.parse::<TableName>().is_err() {
                continue;
            }
            // It may have been removed in the meantime.
            let Ok(metadata) = entry.metadata() else { continue };
            let unfinished = found.entry(name.to_owned()).or_insert_with(|| Self {
                table: name.to_owned(),
                bytes: 0,
                is_download: true,
            });
            unfinished.bytes += match metadata.is_dir() {
                true => folder_bytes(&path),
                false => metadata.len(),
            };
            unfinished.is_download &= is_of_download(ending);
        }
        Ok(found.into_values().collect())
    }

    /// Removes it. Returns whether it did: it does not while somebody is making the table.
    pub fn remove(&self, folder: &TableFolder) -> Result<bool, FileError> {
        let Some(lock) = TableLock::try_take(folder, &self.table)? else { return Ok(false) };
        for path in unfinished_of(lock.table()) {
            remove(&path)?;
        }
        Ok(true)
    }

    /// Removes what there is of the table called `name`, whose complete file must be there. Does nothing
    /// while somebody is making it anew, or if the folder may not be written to.
    pub fn remove_of_made(folder: &TableFolder, name: &str) {
        if unfinished_of(&folder.table(name)).any(|path| path.exists())
            && let Ok(Some(lock)) = TableLock::try_take(folder, name)
        {
            lock.remove_unfinished();
        }
    }
}

/// How many bytes the files of a folder have, as far as they can be asked.
fn folder_bytes(folder: &Path) -> u64 {
    let entries = folder_entries(folder).unwrap_or_default();
    entries.iter().filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
}
