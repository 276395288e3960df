//! Builds one table of a folder.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::files::names::{LAYERS, LEVELS, PARTIAL_TABLE};
use crate::files::{FileError, Record, disk, make_table, remove_leftovers};
use crate::{BuildError, BuiltTable, Job};
use perfectplay_core::control::{Control, Event, Interrupted};
use perfectplay_core::layers::OutOfMemory;
use perfectplay_query::memory::can_be_had;
use perfectplay_query::{Bytes, Needs, OpenError, Problem, TableFile, TableFolder};

/// How to build a table. By default a table that exists is kept, memory is what the system can give, and nobody watches.
///
/// ```
/// use perfectplay_tables::{Build, Control};
/// let how = Build::default().force(true).memory(8 << 30).disk(20 << 30).progress(Control::SILENT);
/// assert_eq!((how.force, how.memory, how.disk), (true, Some(8 << 30), Some(20 << 30)));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Build<'a> {
    /// Whether a table that exists is built again.
    pub force: bool,
    /// The most bytes of memory; `None` for what the system can give.
    pub memory: Option<u64>,
    /// The most bytes of disk for what a build of a custom game has found and solved so far; `None` for what there is.
    pub disk: Option<u64>,
    pub(crate) durable_from: Duration,
    pub(crate) control: Control<'a>,
}

impl Default for Build<'_> {
    fn default() -> Self {
        let durable_from = Duration::from_secs(30);
        Self { force: false, memory: None, disk: None, durable_from, control: Control::SILENT }
    }
}

impl<'a> Build<'a> {
    /// Whether to build the table even if it exists, whatever else its file is, and to use nothing that earlier builds
    /// left.
    #[must_use]
    pub const fn force(self, force: bool) -> Self {
        Self { force, ..self }
    }

    /// The most bytes of memory that the build may use.
    #[must_use]
    pub fn memory(self, bytes: impl Into<Option<u64>>) -> Self {
        Self { memory: bytes.into(), ..self }
    }

    /// The most bytes that the build of a custom game may take on the disk besides its table, for positions that do not fit
    /// into memory, and to go on from where it is interrupted. With 0 it writes none.
    #[must_use]
    pub fn disk(self, bytes: impl Into<Option<u64>>) -> Self {
        Self { disk: bytes.into(), ..self }
    }

    /// When the build of a custom game begins to write what it has found and solved; after half a minute by default.
    #[doc(hidden)]
    #[must_use]
    pub const fn durable_from(self, durable_from: Duration) -> Self {
        Self { durable_from, ..self }
    }

    /// Reports progress, and may be interrupted.
    #[must_use]
    pub fn progress(self, progress: impl Into<Control<'a>>) -> Self {
        Self { control: progress.into(), ..self }
    }
}

/// A table that is to exist.
#[derive(Clone, Copy)]
pub struct TableRequest<'a> {
    /// Its name.
    pub name: &'a str,
    /// What building it takes, if that is known beforehand.
    pub needs: Option<Needs>,
    /// Whether a table of that name, all of whose bytes are good, is the one.
    pub is_made: &'a (dyn Fn(TableFile<Bytes>) -> bool + Sync),
    /// Whether a table of that name with a sound header is of the same game or board, and the reason if it is not.
    pub check_same: &'a (dyn Fn(TableFile<Bytes>) -> Result<(), Problem> + Sync),
}

impl fmt::Debug for TableRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableRequest").field(&self.name).finish()
    }
}

/// Makes a table with `make`, which returns its file, as a table is built.
///
/// # Errors
/// Those of `make`, and see [`BuildError`]. In that case no table of the folder has changed.
pub fn build_requested<E: From<BuildError> + From<FileError> + From<Interrupted>>(
    wanted: TableRequest<'_>,
    folder: &TableFolder,
    how: Build<'_>,
    make: impl FnOnce(&Job<'_>) -> Result<PathBuf, E>,
) -> Result<BuiltTable, E> {
    let TableRequest { name, needs, is_made, check_same } = wanted;
    let control = how.control;
    let exists = || {
        if how.force {
            return Ok(false);
        }
        if let Ok(file) = folder.file(name)
            && check_bytes(&file, control)?.is_ok()
            && is_made(file)
        {
            return Ok(true);
        }
        check_replaceable(folder, name, check_same)?;
        Ok(false)
    };
    let check = || match needs {
        Some(needs) => Ok(check_needs(name, needs, folder, how)?),
        None => Ok(()),
    };
    let built = make_table(
        folder,
        name,
        control,
        exists,
        check,
        || control.event(Event::Waiting),
        |_| {
            let memory = how.memory.unwrap_or(u64::MAX);
            make(&Job { folder, anew: how.force, memory, control })
        },
    )?;
    if !built.anew {
        // If the folder may not be written to, what others left must stay.
        let _ = remove_leftovers(folder);
    }
    Ok(built)
}

/// Whether the file of the table called `name` may be replaced: if there is none, or `is_same` finds it to be of the
/// same game or board.
///
/// # Errors
/// [`BuildError::Occupied`] if something else is there, or something that this program cannot read.
pub fn check_replaceable(
    folder: &TableFolder,
    name: &str,
    is_same: impl FnOnce(TableFile<Bytes>) -> Result<(), Problem>,
) -> Result<(), BuildError> {
    let occupied = |problem| BuildError::Occupied { path: folder.table(name), problem };
    match folder.file(name) {
        Ok(file) => is_same(file).map_err(occupied),
        Err(OpenError { problem: Problem::Missing, .. }) => Ok(()),
        Err(error) => Err(occupied(error.problem)),
    }
}

/// Whether a build of a table that was killed, or is running, has left layers to resume from.
pub fn is_unfinished(table: &str, folder: &TableFolder) -> bool {
    let table = folder.table(table);
    let left = [LAYERS, LEVELS].map(|ending| table.with_extension(ending));
    Record::BUILD.path(&table).is_file() || left.iter().any(|path| path.exists())
}

/// Whether there are memory and disk space for a build. A later refusal is an error as well, but hours may have
/// passed by then.
pub fn check_needs(
    name: &str,
    needs: Needs,
    folder: &TableFolder,
    how: Build<'_>,
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

/// Checks every byte of a table against the checksums. The outer error is an interruption, the inner one the
/// result of the check.
pub fn check_bytes(
    file: &TableFile<Bytes>,
    control: Control<'_>,
) -> Result<Result<(), Problem>, Interrupted> {
    let verify = || file.verify_bytes(|_| control.check().is_ok());
    let result = file.source().read_in_order(verify);
    control.check().map(|()| result.map_err(Problem::from))
}
