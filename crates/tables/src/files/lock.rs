//! Locks: one build of a table at a time, and no files left behind by killed builds.
//!
//! A build of `NAME` holds a lock on `NAME.lock` and writes `NAME.table.partial`. The system releases the
//! lock of a killed process, so a partial file whose lock is free belongs to no build. If there is a record
//! of how far it got, it stays for the next build of the table; if not, it is removed. What a build can
//! resume from is removed once the complete table is there, and not before. Lock files are never removed:
//! otherwise a second build could lock a file that has just been removed while a third build makes a new
//! one, and both would run.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io, thread};

use perfectplay_core::control::{Control, Interrupted};
use perfectplay_query::TableFolder;

use crate::files::names::{LEVELS, LOCK, PARTIAL_TABLE, name_before, unfinished_of};
use crate::files::own_file::{claim, open_own};
use crate::files::{FileError, Record, refused};

/// A lock on one table of a folder, held until it is dropped. Builds hold it, and so must anything
/// else that writes tables.
#[derive(Debug)]
pub(crate) struct TableLock {
    #[expect(dead_code, reason = "held, not read")]
    file: File,
    table: PathBuf,
}

impl TableLock {
    /// Waits for the lock on the table called `name`; calls `waiting` once if another thread or
    /// process has it. The folder must exist.
    pub(crate) fn wait<E: From<FileError> + From<Interrupted>>(
        folder: &TableFolder,
        name: &str,
        control: Control<'_>,
        waiting: impl FnOnce(),
    ) -> Result<Self, E> {
        let mut waiting = Some(waiting);
        loop {
            if let Some(lock) = Self::try_take(folder, name)? {
                return Ok(lock);
            }
            if let Some(waiting) = waiting.take() {
                waiting();
            }
            control.check()?;
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn try_take(folder: &TableFolder, name: &str) -> Result<Option<Self>, FileError> {
        let path = folder.path().join(format!("{name}.{LOCK}"));
        let file = open_own(&path, File::options().create(true).truncate(false).write(true))
            .map_err(refused("open the lock", &path))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { file, table: folder.table(name) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(refused("lock", &path)(error)),
        }
    }

    /// The path of the table that it is of.
    pub(crate) fn table(&self) -> &Path {
        &self.table
    }

    /// Removes what a build or download of the table could resume from. The complete table must be there.
    /// What cannot be removed now is removed the next time the table is found to be there.
    pub(crate) fn remove_unfinished(&self) {
        for path in unfinished_of(self.table()) {
            let _ = remove(&path);
        }
    }
}

/// Removes what killed builds of any tables left that no build goes on from: partial files without a record.
/// What has one stays until its table is there: no name shows that hours of work are of no use.
pub fn remove_leftovers(folder: &TableFolder) -> Result<(), FileError> {
    let entries = folder.path().read_dir().map_err(refused("read", folder.path()))?;
    for entry in entries {
        let path = entry.map_err(refused("read", folder.path()))?.path();
        let has_record = |name: &&str| Record::BUILD.path(&folder.table(name)).exists();
        let unrecorded = name_before(PARTIAL_TABLE, &path).filter(|name| !has_record(name));
        let Some(name) = unrecorded else { continue };
        let Some(_lock) = TableLock::try_take(folder, name)? else { continue };
        let file = open_own(&path, File::options().write(true));
        if file.is_ok_and(|file| claim(&file).is_err()) {
            continue;
        }
        remove(&path)?;
    }
    Ok(())
}

/// Removes a file, or a folder of levels; it is fine if somebody else has done so already.
pub(crate) fn remove(path: &Path) -> Result<(), FileError> {
    let is_folder = path.extension().is_some_and(|ending| ending == LEVELS)
        && path.symlink_metadata().is_ok_and(|there| there.is_dir());
    match if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) } {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(refused("remove", path)(error))
        }
        _ => Ok(()),
    }
}
