//! A table that is being written, under another name until it is complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::refused;
use crate::lock::PARTIAL;
use crate::replace::{make_read_only, replace, sync_folder};
use crate::{BuildError, TableLock};

/// A file that becomes a table when it is [published](Self::publish), and is removed when it is
/// dropped before. A process that is killed leaves it under its other name, and the next build
/// removes it.
#[derive(Debug)]
pub struct PartialTable {
    file: File,
    path: PathBuf,
    /// What it becomes.
    table: PathBuf,
}

impl PartialTable {
    /// An empty file for the table that `lock` is of.
    ///
    /// # Errors
    /// If the system does not let it be created.
    pub fn create(lock: &TableLock) -> Result<Self, BuildError> {
        Self::create_for(lock.table())
    }

    /// The same for any file of the folder. The caller holds the lock of its table.
    pub(crate) fn create_for(table: &Path) -> Result<Self, BuildError> {
        let path = table.with_extension(PARTIAL);
        let file = File::create(&path).map_err(refused("create", &path))?;
        Ok(Self { file, path, table: table.to_owned() })
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
        refused("write", &self.path)(source)
    }

    /// Gives the file the table's name, in a way that lasts: synced, and read-only on Unix.
    ///
    /// # Errors
    /// What the system refuses; the file is removed then.
    pub fn publish(self) -> Result<PathBuf, BuildError> {
        self.file.sync_all().map_err(refused("sync", &self.path))?;
        make_read_only(&self.file).map_err(refused("make read-only", &self.path))?;
        replace(&self.path, &self.table)?;
        sync_folder(self.table.parent().unwrap_or(Path::new("")))?;
        Ok(self.table.clone())
    }
}

impl Drop for PartialTable {
    fn drop(&mut self) {
        // After a rename there is nothing under this name. What went wrong before matters more
        // than whether this does too; the next build removes what is left.
        let _ = fs::remove_file(&self.path);
    }
}
