//! Why a table could not be built.

use std::path::PathBuf;

use crate::files::{DiskFull, FileError};
use perfectplay_core::control::Interrupted;
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_core::retrieval::RetrievalError;
use perfectplay_core::threads::NoThreads;
use perfectplay_format::FormatError;
use perfectplay_query::Problem;
use thiserror::Error;

/// Why a build made no table.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum BuildError {
    /// The system refused an operation on a file: no permission, a full disk, …
    #[error(transparent)]
    Io(#[from] FileError),
    /// A file is there that is not an older copy of the table: replacing it would lose what may not come back. The problem is
    /// why this program does not take it for a copy.
    #[error("{} is not replaced: {problem}", path.display())]
    Occupied { path: PathBuf, problem: Problem },
    /// The caller interrupted it.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// It needs more memory than the caller allows.
    #[error("{need} bytes of memory are needed, and {limit} are allowed")]
    Memory { need: u64, limit: u64 },
    /// What a custom game's build has found and solved takes more bytes of disk than the caller allows, at least.
    #[error("{need} bytes of disk or more are needed besides the table, and {limit} are allowed")]
    DiskLimit { need: u64, limit: u64 },
    /// The system does not have this much memory.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The system does not grant this many bytes of address space, for mapping the layers that are read at a time. It
    /// is not memory.
    #[error("{0} bytes of address space are needed, and the system does not give them")]
    AddressSpace(u64),
    /// The file system has too little space for the table.
    #[error(transparent)]
    Disk(#[from] DiskFull),
    /// The system refused to start the threads to build on.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// Static functions could not be made for its positions.
    #[error(transparent)]
    Retrieval(RetrievalError),
    /// The description of a game that is not built in is wrong.
    #[error(transparent)]
    Description(#[from] WrongDescription),
    /// The table's header would be too long.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// The description of a game that is not built in is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{game}: {reason}")]
pub struct WrongDescription {
    /// The game's name.
    pub game: String,
    /// What is wrong, and at which position.
    pub reason: String,
}

impl From<SolveError> for BuildError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Interrupted(stopped) => stopped.into(),
            SolveError::OutOfMemory(refused) => refused.into(),
        }
    }
}

impl From<RetrievalError> for BuildError {
    fn from(error: RetrievalError) -> Self {
        match error {
            RetrievalError::OutOfMemory(refused) => refused.into(),
            error => Self::Retrieval(error),
        }
    }
}
