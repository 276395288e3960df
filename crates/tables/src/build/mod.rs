//! Builds one table of a folder.

mod number;
mod tower;

use std::path::PathBuf;

use perfectplay_query::TableFolder;

use crate::error::refused;
use crate::lock::{Lock, remove_leftovers};
use crate::{BuildError, Control, Family};

/// How to build.
#[derive(Clone, Copy, Debug, Default)]
pub struct Build {
    /// Build a table that is there already, too.
    pub force: bool,
    /// The most bytes of memory that a build may need.
    pub memory: Option<u64>,
}

/// A table that is there now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Its file.
    pub path: PathBuf,
    /// Whether it was made now; else it was there, and sound as far as opening
    /// tells.
    pub anew: bool,
}

/// Builds a family's table in `folder`, which is made if it is not there, on the
/// threads of the current rayon pool. A table that is there is kept if it can be
/// opened. If somebody else is building it, calls `waiting` and waits.
///
/// # Errors
/// See [`BuildError`]. The folder then holds what it held before.
pub fn build(
    family: Family,
    folder: &TableFolder,
    how: Build,
    control: &Control<'_>,
    waiting: impl FnOnce(),
) -> Result<Built, BuildError> {
    std::fs::create_dir_all(folder.path()).map_err(refused("make the folder", folder.path()))?;
    remove_leftovers(folder)?;
    let name = family.to_string();
    let _lock = Lock::wait(folder, &name, control, waiting)?;
    if !how.force && is_there(family, folder) {
        return Ok(Built { path: folder.table(&name), anew: false });
    }
    let need = family.memory();
    if let Some(limit) = how.memory.filter(|&limit| limit < need) {
        return Err(BuildError::Memory { table: name, need, limit });
    }
    let path = match family {
        Family::Number { bound } => number::build(family, bound, folder, control)?,
        Family::Tower { levels } => tower::build(family, levels, folder, control)?,
    };
    Ok(Built { path, anew: true })
}

/// Whether the folder has this table in a form that this program reads.
fn is_there(family: Family, folder: &TableFolder) -> bool {
    match family {
        Family::Number { .. } => folder.number(&family.to_string()).is_ok(),
        Family::Tower { .. } => folder.tower(&family.to_string()).is_ok(),
    }
}
