//! A table that is being written, under another name until it is complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::refused;
use crate::lock::PARTIAL;
use crate::own_file::claim;
use crate::replace::{make_read_only, replace, sync_name};
use crate::{BuildError, open_own};

/// A file that becomes a table when it is [published](Self::publish), and is removed when it is
/// dropped before. A process that is killed leaves it under its other name, and the next build
/// removes it, or goes on from it where there is a record of what it has.
#[derive(Debug)]
pub struct PartialTable {
    file: File,
    path: PathBuf,
    /// Whether it stays when it is dropped.
    kept: bool,
    /// What it becomes.
    table: PathBuf,
}

impl PartialTable {
    /// An empty file for a table, or for any file of its folder. The caller is making the table by
    /// [`make_table`](crate::make_table), which holds its lock.
    ///
    /// # Errors
    /// If the system does not let it be created.
    pub fn create(table: &Path) -> Result<Self, BuildError> {
        let path = table.with_extension(PARTIAL);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = open_own(&path, &mut options).map_err(refused("create", &path))?;
        claim(&file).map_err(refused("create", &path))?;
        // From here on nobody else's, and so removed if something fails.
        let partial = Self { file, path, kept: false, table: table.to_owned() };
        partial.file.set_len(0).map_err(|error| partial.cannot("create", error))?;
        Ok(partial)
    }

    /// What an earlier build of the table has left, if it has this length.
    pub(crate) fn reopened(table: &Path, length: u64) -> Option<Self> {
        let path = table.with_extension(PARTIAL);
        let file = open_own(&path, File::options().read(true).write(true)).ok()?;
        claim(&file).ok()?;
        let is_whole = file.metadata().ok()?.len() == length;
        is_whole.then(|| Self { file, path, kept: false, table: table.to_owned() })
    }

    /// Lets it stay when it is dropped, for the next build to go on from.
    pub(crate) fn keep(&mut self) {
        self.kept = true;
    }

    /// The file, to be written.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Its path until it is published.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why it could not be written.
    pub fn refused(&self, source: io::Error) -> BuildError {
        self.cannot("write", source)
    }

    /// Why something could not be done with it.
    pub(crate) fn cannot(&self, action: &'static str, source: io::Error) -> BuildError {
        refused(action, &self.path)(source)
    }

    /// Gives the file the table's name, in a way that lasts: synced, and read-only on Unix.
    ///
    /// # Errors
    /// What the system refuses; the file is removed then.
    pub fn publish(self) -> Result<PathBuf, BuildError> {
        self.file.sync_all().map_err(refused("sync", &self.path))?;
        make_read_only(&self.file).map_err(refused("make read-only", &self.path))?;
        replace(&self.path, &self.table)?;
        sync_name(&self.table)?;
        Ok(self.table.clone())
    }
}

impl Drop for PartialTable {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        // After a rename there is nothing under this name. What went wrong before matters more
        // than whether this does too; the next build removes what is left.
        let _ = fs::remove_file(&self.path);
    }
}
