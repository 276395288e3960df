//! How much is verified, and why a table failed.

use perfectplay_core::control::{Control, Interrupted};
use perfectplay_core::layers::OutOfMemory;
use perfectplay_core::threads::NoThreads;
use perfectplay_query::OpenError;
use thiserror::Error;

use crate::error::WrongDescription;

/// How much of a table to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Depth {
    /// Header, sizes, checksums and hash: whether the file is the one that was built.
    Bytes,
    /// In addition, so many entries, from all parts of the table and always the same ones, are checked against the
    /// rules.
    Sample(u64),
    /// In addition, every entry is checked against the rules, and so are the statistics.
    Entries,
}

/// How entries are verified.
#[derive(Clone, Copy, Debug)]
pub struct Verifying<'a> {
    /// How many of them.
    pub depth: Depth,
    /// In how many bytes of memory at most, if positions have to be found first.
    pub memory: u64,
    /// Is told how many are done, and asked whether to go on.
    pub control: Control<'a>,
}

impl Depth {
    /// How many of so many entries are compared.
    pub fn entries_of(self, states: u64) -> u64 {
        match self {
            Self::Bytes => 0,
            Self::Sample(entries) => entries.min(states),
            Self::Entries => states,
        }
    }
}

/// Why a table failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The table cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The caller interrupted it.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The system does not have the memory that it needs.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The system refused to start the threads to verify on.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The description of a game that is not built in is wrong.
    #[error(transparent)]
    Description(#[from] WrongDescription),
    /// The table is not what it should be.
    #[error("{table}: {reason}")]
    Wrong {
        /// The table's name.
        table: String,
        /// What was found and what was expected.
        reason: String,
    },
}
