//! Builds one table of a folder.

use std::fs;
use std::path::PathBuf;

use perfectplay_query::memory::can_be_had;
use perfectplay_query::{Table, TableFolder, TableId};

use crate::error::refused;
use crate::job::Job;
use crate::lock::{Lock, remove_leftovers};
use crate::{BuildError, Control, Interrupted, OutOfMemory, games};

/// How to build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// Build a table that is there already, too, and go on from nothing.
    pub force: bool,
    /// The most bytes of memory that a build may need; `None` for what the system gives.
    pub memory: Option<u64>,
}

/// A table that is there now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// Its file.
    pub path: PathBuf,
    /// Whether it was made now; else it was there, sound in all its bytes as far as their
    /// checksums tell.
    pub anew: bool,
}

/// Builds a table in `folder`, which is made if it is not there, on the
/// threads of the current rayon pool. If somebody else is building it, calls `waiting` and waits.
///
/// A table that is there is kept if this program understands it and all its checksums fit; that
/// takes about as long as reading the file. What checksums cannot tell is
/// [`verify`](crate::verify())'s to find.
///
/// # Errors
/// See [`BuildError`]. The folder then holds what it held before.
pub fn build(
    id: &TableId,
    folder: &TableFolder,
    how: Build,
    control: Control<'_>,
    waiting: impl FnOnce(),
) -> Result<Built, BuildError> {
    // Asked before anything is written: the folder may be read-only.
    let name = id.to_string();
    if !how.force && is_there(id, folder, control)? {
        // Where the folder may not be written, what others left must stay.
        let _ = remove_leftovers(folder);
        return Ok(Built { path: folder.table(&name), anew: false });
    }
    fs::create_dir_all(folder.path()).map_err(refused("make the folder", folder.path()))?;
    remove_leftovers(folder)?;
    let _lock = Lock::wait(folder, &name, control, waiting)?;
    if !how.force && is_there(id, folder, control)? {
        return Ok(Built { path: folder.table(&name), anew: false });
    }
    let need = id.needs().memory;
    if let Some(limit) = how.memory.filter(|&limit| limit < need) {
        return Err(BuildError::Memory { need, limit });
    }
    // What is refused later is an error, too, but hours may have passed by then.
    if !can_be_had(need) {
        return Err(OutOfMemory { bytes: need }.into());
    }
    let path = games::build(id, &Job { folder, anew: how.force, control })?;
    Ok(Built { path, anew: true })
}

/// Whether the folder has this table, in a form that this program reads, with all its bytes.
fn is_there(id: &TableId, folder: &TableFolder, control: Control<'_>) -> Result<bool, Interrupted> {
    let Ok(file) = folder.file(&id.to_string()) else { return Ok(false) };
    let sound = file.verify_bytes(|_| control.check().is_ok()).is_ok();
    control.check()?;
    Ok(sound && Table::new(file).is_ok_and(|table| games::is(&table, id)))
}
