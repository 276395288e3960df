//! What a table is made by.

pub(crate) mod blocks;

use std::path::PathBuf;

use perfectplay_core::control::Interrupted;
use perfectplay_core::threads::Threads;
use perfectplay_query::{Bytes, Needs, Problem, TableFile, TableFolder};

use crate::files::FileError;
use crate::{Build, BuildError, BuiltTable, Job, TableRequest, build_requested};
use blocks::Blocks;

/// How a table is made, of whichever game.
pub trait Recipe: Send + Sync {
    /// The table's name.
    fn name(&self) -> String;

    /// What building it takes; `None` if that is not known beforehand.
    fn needs(&self) -> Option<Needs> {
        None
    }

    /// Whether a table of that name, all of whose bytes are good, is the one.
    fn is_made(&self, file: TableFile<Bytes>) -> bool;

    /// Checks that a table of that name with a sound header is of the same game by the same rules, and of the same board:
    /// an older or damaged copy, which may be replaced.
    fn check_same(&self, file: TableFile<Bytes>) -> Result<(), Problem>;

    /// Makes the table, and returns its file.
    fn make(&self, job: &Job<'_>) -> Result<PathBuf, BuildError>;

    /// The table in blocks that can be computed one by one; `None` if it is not filled layer by layer.
    fn blocks(&self) -> Option<Box<dyn Blocks>> {
        None
    }
}

/// Builds a table in `folder`, which is created if it does not exist, on the threads of the current rayon pool, or
/// else on its own.
///
/// A table that exists is kept if this program understands it and all its checksums are correct; that takes about
/// as long as reading the file. What checksums cannot tell is for [`verify`](crate::verify()) to find. A damaged table
/// is built anew. Any other file of that name stays, unless the caller [forces](Build::force) it: one that this program
/// cannot read, such as a table of a newer version, or the table of another board with the same fingerprint.
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
    recipe: &dyn Recipe,
    folder: &TableFolder,
    how: Build<'_>,
) -> Result<BuiltTable, BuildError> {
    let make = |job: &Job<'_>| recipe.make(job);
    Threads::default().install(|| build_by(recipe, folder, how, make))?
}

/// Builds a table, which `make` makes.
pub(crate) fn build_by<E: From<BuildError> + From<FileError> + From<Interrupted>>(
    recipe: &dyn Recipe,
    folder: &TableFolder,
    how: Build<'_>,
    make: impl FnOnce(&Job<'_>) -> Result<PathBuf, E>,
) -> Result<BuiltTable, E> {
    let wanted = TableRequest {
        name: &recipe.name(),
        needs: recipe.needs(),
        is_made: &|file| recipe.is_made(file),
        check_same: &|file| recipe.check_same(file),
    };
    build_requested(wanted, folder, how, make)
}
