//! One build of a table at a time, and no files left by killed builds.
//!
//! A build of `NAME` holds a lock on `NAME.lock` and writes `NAME.table.partial`. The system releases
//! the lock of a killed process, so a partial file whose lock is free belongs to no build. Lock files
//! are not removed: if one were removed that a second build is about to lock, a third build could
//! make another one, and both would run.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use perfectplay_query::TableFolder;

use crate::error::refused;
use crate::{BuildError, Control};

/// The extension of a table that is being written. Files of other programs do not have it, so files
/// that have it may be removed.
pub(crate) const PARTIAL: &str = "table.partial";

/// The extension of the finished layers of a build, which the next one goes on from.
pub(crate) const LAYERS: &str = "layers";

/// A lock on one table of a folder, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "held, not read")] File);

impl Lock {
    /// Waits for the lock; calls `waiting` once if another build has it.
    pub(crate) fn wait(
        folder: &TableFolder,
        name: &str,
        control: Control<'_>,
        waiting: impl FnOnce(),
    ) -> Result<Self, BuildError> {
        let mut waiting = Some(waiting);
        loop {
            if let Some(lock) = Self::try_take(&lock_path(folder, name))? {
                return Ok(lock);
            }
            if let Some(waiting) = waiting.take() {
                waiting();
            }
            control.check()?;
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn try_take(path: &Path) -> Result<Option<Self>, BuildError> {
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(refused("open the lock", path))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(refused("lock", path)(error)),
        }
    }
}

fn lock_path(folder: &TableFolder, name: &str) -> PathBuf {
    folder.path().join(format!("{name}.lock"))
}

/// Removes what killed builds of any tables left: partial files, and finished layers of tables that
/// exist by now.
///
/// # Errors
/// If the folder or one of them cannot be read or removed.
pub(crate) fn remove_leftovers(folder: &TableFolder) -> Result<(), BuildError> {
    let entries = folder.path().read_dir().map_err(refused("read", folder.path()))?;
    for entry in entries {
        let path = entry.map_err(refused("read", folder.path()))?.path();
        let layers = || layers_name(&path).filter(|name| folder.table(name).exists());
        let Some(name) = partial_name(&path).or_else(layers) else { continue };
        let Some(_lock) = Lock::try_take(&lock_path(folder, name))? else { continue };
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(refused("remove", &path)(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The table that finished layers are of.
fn layers_name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()?.strip_suffix(LAYERS)?.strip_suffix('.')
}

/// The table that a partial file was to become.
fn partial_name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()?.strip_suffix(PARTIAL)?.strip_suffix('.')
}
