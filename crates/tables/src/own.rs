//! Games that are not built in: the face by which their tables are built and verified.

use perfectplay_core::control::{Control, Interrupted};
use perfectplay_core::threads::Threads;
use perfectplay_files::Built;
use perfectplay_query::{Bytes, TableFile, TableFolder, TablePlace, Tables};

use crate::build::Build;
use crate::error::BuildError;
use crate::job::Notice;
use crate::proof::error::{Depth, VerifyError};
use crate::verify::{Verified, verify_opened};

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

    /// The names of the numbers that the value of a position consists of.
    fn columns(&self) -> &'static [&'static str];

    /// Calls `take` with all positions of its table, the bytes of which are good, in the order of their words, some
    /// at a time. Finding them takes at most `memory` bytes of memory.
    ///
    /// # Errors
    /// If the table is not the game's, or is damaged, or `take` wants no more.
    fn rows(
        &self,
        file: TableFile<Bytes>,
        threads: &Threads,
        memory: u64,
        control: Control<'_>,
        take: &mut dyn FnMut(&[OwnRow]) -> Result<(), Interrupted>,
    ) -> Result<(), VerifyError>;
}

/// A position of a game that is not built in, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRow {
    /// The word that stands for it.
    pub word: u64,
    /// Its text.
    pub text: String,
    /// The numbers of its value, as many as there are [columns](MadeGame::columns); the plies of a draw are −1.
    pub numbers: [i32; 2],
}

/// The same for the table of a game that is not built in. Comparing entries takes at most `memory` bytes of memory.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_own(
    game: &dyn MadeGame,
    tables: &Tables,
    place: &TablePlace,
    depth: Depth,
    memory: u64,
    control: Control<'_>,
) -> Result<Verified, VerifyError> {
    let compare = |file| game.compare(file, depth, memory, control).map(Some);
    verify_opened(tables.file(place)?, place, control, compare)
}
