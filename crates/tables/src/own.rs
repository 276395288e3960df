//! Games that are not built in: the face by which their tables are built and verified.

use perfectplay_core::control::Control;
use perfectplay_files::Built;
use perfectplay_query::{Bytes, TableFile, TableFolder};

use crate::build::Build;
use crate::error::BuildError;
use crate::job::Notice;
use crate::proof::error::{Depth, VerifyError};

/// What is made of a game that is not built in.
pub trait MadeGame: Send + Sync {
    /// The game's name, which is its table's.
    fn name(&self) -> &str;

    /// Builds its table, in the way of [`build`](crate::build()).
    ///
    /// # Errors
    /// See [`BuildError`]. In that case no table of the folder has changed.
    fn build(
        &self,
        folder: &TableFolder,
        how: Build,
        control: Control<'_>,
        notify: &(dyn Fn(Notice) + Send + Sync),
    ) -> Result<Built, BuildError>;

    /// Compares the entries of its table, the bytes of which are good, with the rules, in at most `memory` bytes of
    /// memory, and returns how many were compared.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn compare(
        &self,
        file: TableFile<Bytes>,
        depth: Depth,
        memory: u64,
        control: Control<'_>,
    ) -> Result<u64, VerifyError>;
}
