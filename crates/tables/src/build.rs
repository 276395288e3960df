//! Builds one table of a folder.

use std::path::PathBuf;

use perfectplay_core::control::{Control, Interrupted};
use perfectplay_core::layers::OutOfMemory;
use perfectplay_core::threads::Threads;
use perfectplay_files::names::{LAYERS, PARTIAL_TABLE};
use perfectplay_files::{Built, FileError, Record, disk, make_table, remove_leftovers};
use perfectplay_query::memory::can_be_had;
use perfectplay_query::{Needs, Table, TableFolder, TableId};

use crate::error::BuildError;
use crate::games;
use crate::job::{Job, Notice};
use crate::verify::check_bytes;

/// How to build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// Build the table even if it exists, and use nothing that earlier builds left.
    pub force: bool,
    /// The most bytes of memory that a build may use; `None` for as much as the system can give.
    pub memory: Option<u64>,
}

/// Builds a table in `folder`, which is created if it does not exist, on the threads of the current rayon pool, or
/// else on its own. `notify` is told about earlier builds of the table, and about those in progress.
///
/// A table that exists is kept if this program understands it and all its checksums are correct; that takes about
/// as long as reading the file. What checksums cannot tell is for [`verify`](crate::verify()) to find.
///
/// A table that is filled layer by layer reads back what it has written with the folder's
/// [access](TableFolder::access): with a map, layers take no memory of their own, however large they are.
///
/// Memory and disk space are checked before anything is written. A build that is refused for lack of either leaves
/// the folder as it was.
///
/// # Errors
/// See [`BuildError`]. In that case no table of the folder has changed.
pub fn build(
    id: &TableId,
    folder: &TableFolder,
    how: Build,
    control: Control<'_>,
    notify: impl Fn(Notice) + Send + Sync,
) -> Result<Built, BuildError> {
    Threads::default()
        .install(|| make(id, folder, how, control, notify, |job| games::build(id, job)))?
}

/// Makes a table with `make`, which returns its file, in the way that [`build`] does.
pub(crate) fn make<E: From<BuildError> + From<FileError> + From<Interrupted>>(
    id: &TableId,
    folder: &TableFolder,
    how: Build,
    control: Control<'_>,
    notify: impl Fn(Notice),
    make: impl FnOnce(&Job<'_>) -> Result<PathBuf, E>,
) -> Result<Built, E> {
    let name = id.to_string();
    let built = make_table(
        folder,
        &name,
        control,
        || Ok(!how.force && exists(id, folder, control)?),
        || Ok(check_needs(&name, id.needs(), folder, how)?),
        || notify(Notice::Waiting),
        |_| {
            let memory = how.memory.unwrap_or(u64::MAX);
            make(&Job { folder, anew: how.force, memory, control, notify: &notify })
        },
    )?;
    if !built.anew {
        // If the folder may not be written to, what others left must stay.
        let _ = remove_leftovers(folder);
    }
    Ok(built)
}

/// Whether a build of a table that was killed, or is running, has left layers to resume from.
#[must_use]
pub fn is_unfinished(id: &TableId, folder: &TableFolder) -> bool {
    let table = folder.table(&id.to_string());
    [Record::BUILD.path(&table), table.with_extension(LAYERS)].iter().any(|path| path.is_file())
}

/// Whether there are memory and disk space for a build. A later refusal is an error as well, but hours may have
/// passed by then.
pub fn check_needs(
    name: &str,
    needs: Needs,
    folder: &TableFolder,
    how: Build,
) -> Result<(), BuildError> {
    let need = needs.memory;
    if let Some(limit) = how.memory.filter(|&limit| limit < need) {
        return Err(BuildError::Memory { need, limit });
    }
    if !can_be_had(need) {
        return Err(OutOfMemory { bytes: need }.into());
    }
    // What a killed build has written is resumed or overwritten.
    let partial = folder.table(name).with_extension(PARTIAL_TABLE);
    let taken = || partial.metadata().map_or(0, |partial| partial.len());
    let disk = || disk::check(needs.disk.saturating_sub(taken()), folder.path());
    Ok(disk().or_else(|_| {
        // What killed builds left may fill the disk. Without the folder there is nothing to remove.
        let _ = remove_leftovers(folder);
        disk()
    })?)
}

/// Whether the folder has this table, complete and in a form that this program reads.
fn exists(id: &TableId, folder: &TableFolder, control: Control<'_>) -> Result<bool, Interrupted> {
    let Ok(file) = folder.file(&id.to_string()) else { return Ok(false) };
    let is_sound = check_bytes(&file, control)?.is_ok();
    Ok(is_sound && Table::new(file).is_ok_and(|table| games::is(&table, id)))
}
