//! Why a table could not be built.

use std::io;
use std::path::{Path, PathBuf};

use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_core::retrieval::RetrievalError;
use perfectplay_format::FormatError;
use thiserror::Error;

use crate::{Interrupted, NoThreads};

/// A build that left no table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The system refused something: no permission, a full disk, …
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// What was tried: `write`, `rename`, …
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// It would need more memory than it may have.
    #[error("{need} bytes of memory are needed, and {limit} are allowed")]
    Memory {
        /// How many bytes it needs.
        need: u64,
        /// How many it may have.
        limit: u64,
    },
    /// The system does not give so much memory.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The file system has too little space for the table.
    #[error("{need} bytes of disk space are needed, and {free} are free")]
    Disk {
        /// How many bytes the table takes.
        need: u64,
        /// How many are free in the folder's file system.
        free: u64,
    },
    /// The system does not give the threads to build on.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// Functions could not be made of its positions.
    #[error(transparent)]
    Retrieval(#[from] RetrievalError),
    /// The table's description does not fit a header.
    #[error(transparent)]
    Format(#[from] FormatError),
}

impl From<SolveError> for BuildError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Interrupted(stopped) => stopped.into(),
            SolveError::OutOfMemory(refused) => refused.into(),
        }
    }
}

/// Adds what was tried and where to a system's error.
pub(crate) fn refused<'a>(
    action: &'static str,
    path: &'a Path,
) -> impl FnOnce(io::Error) -> BuildError + 'a {
    move |source| BuildError::Io { action, path: path.to_owned(), source }
}
