//! What a table is made by.

use std::path::PathBuf;

use perfectplay_query::{Bytes, Needs, Problem, TableFile};

use crate::blocks::Blocks;
use crate::error::BuildError;
use crate::job::Job;

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
    ///
    /// # Errors
    /// If it is not.
    fn check_same(&self, file: TableFile<Bytes>) -> Result<(), Problem>;

    /// Makes the table, and returns its file.
    ///
    /// # Errors
    /// See [`BuildError`].
    fn make(&self, job: &Job<'_>) -> Result<PathBuf, BuildError>;

    /// The table in blocks that can be computed one by one; `None` if it is not filled layer by layer.
    fn blocks(&self) -> Option<Box<dyn Blocks>> {
        None
    }
}
