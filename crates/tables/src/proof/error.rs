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
    /// In addition, this many entries, from all parts of the table and always the same ones, are checked against the
    /// rules.
    Sample(u64),
    /// In addition, every entry is checked against the rules, and so are the statistics.
    Entries,
}

/// How to verify a table.
///
/// ```
/// use perfectplay_tables::{Control, Depth, Verification};
/// let how = Verification::new(Depth::Sample(10_000)).memory(8 << 30).progress(Control::SILENT);
/// assert_eq!((how.depth, how.memory), (Depth::Sample(10_000), 8 << 30));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Verification<'a> {
    /// How many of them.
    pub depth: Depth,
    /// In how many bytes of memory at most, if positions have to be found first.
    pub memory: u64,
    /// Receives the progress, and says whether to go on.
    pub control: Control<'a>,
}

impl<'a> Verification<'a> {
    /// This many entries, in any amount of memory, while nobody watches.
    pub const fn new(depth: Depth) -> Self {
        Self { depth, memory: u64::MAX, control: Control::SILENT }
    }

    /// In at most this many bytes of memory.
    pub const fn memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Reports progress, and may be interrupted.
    pub fn progress(self, progress: impl Into<Control<'a>>) -> Self {
        Self { control: progress.into(), ..self }
    }
}

impl Depth {
    /// How many of this many entries are compared.
    #[doc(hidden)]
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
#[expect(missing_docs, reason = "the names of fields say what they are")]
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
    /// It needs more memory than is allowed.
    #[error("this takes {need} bytes of memory or more, and {limit} are allowed")]
    Memory { need: u64, limit: u64 },
    /// The system refused to start the threads to verify on.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The description of a game that is not built in is wrong.
    #[error(transparent)]
    Description(#[from] WrongDescription),
    /// The table with this name is not what it should be: what was found and what was expected.
    #[error("{table}: {reason}")]
    Wrong { table: String, reason: String },
}
