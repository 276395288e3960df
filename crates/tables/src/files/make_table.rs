//! How a table gets into a folder, whoever makes it.

use std::path::{Path, PathBuf};

use perfectplay_core::control::{Control, Interrupted};
use perfectplay_query::TableFolder;

use crate::files::durable::make_folder;
use crate::files::lock::TableLock;
use crate::files::{FileError, UnfinishedTable, remove_leftovers};
use crate::solve::Summary;

/// A table that exists now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuiltTable {
    /// Its file.
    pub path: PathBuf,
    /// Whether it was made just now; otherwise it was there already, and correct.
    pub anew: bool,
    /// What a custom game that was solved just now, and in which every move leads one level on, turned out to be.
    pub summary: Option<Summary>,
}

/// Makes the table called `name` by `make`, which is given its path and returns it, unless `exists` finds it
/// there already, or refuses to have what is there replaced. The folder is created if it does not exist. If another process or thread is making the same
/// table, calls `waiting` and waits; while `make` runs nobody else makes it. `check` is asked before anything
/// is written.
///
/// # Errors
/// If it is interrupted, the system refuses something, or what is called fails.
pub fn make_table<E: From<FileError> + From<Interrupted>>(
    folder: &TableFolder,
    name: &str,
    control: Control<'_>,
    exists: impl Fn() -> Result<bool, E>,
    check: impl FnOnce() -> Result<(), E>,
    waiting: impl FnOnce(),
    make: impl FnOnce(&Path) -> Result<PathBuf, E>,
) -> Result<BuiltTable, E> {
    let path = folder.table(name);
    let was_there = path.exists();
    // Checked before anything is written, as the folder may be read-only.
    if exists()? {
        UnfinishedTable::remove_of_made(folder, name);
        return Ok(BuiltTable { path, anew: false, summary: None });
    }
    check()?;
    make_folder(folder.path())?;
    remove_leftovers(folder)?;
    let mut waited = false;
    let lock = TableLock::wait::<E>(folder, name, control, || {
        waited = true;
        waiting();
    })?;
    // If nobody has replaced a bad table, it need not be read again.
    if (waited || !was_there) && exists()? {
        return Ok(BuiltTable { path, anew: false, summary: None });
    }
    let path = make(lock.table())?;
    lock.remove_unfinished();
    Ok(BuiltTable { path, anew: true, summary: None })
}
