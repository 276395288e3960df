//! Why a table could not be built.

use std::io;
use std::path::{Path, PathBuf};

use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_core::retrieval::RetrievalError;
use perfectplay_format::FormatError;
use thiserror::Error;

use crate::{Interrupted, NoThreads};

/// Why a build has made no table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The system refused an operation on a file: no permission, a full disk, …
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// The operation: `write`, `create`, …
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why it was refused.
        source: io::Error,
    },
    /// The caller interrupted it.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// It needs more memory than the caller allows.
    #[error("{need} bytes of memory are needed, and {limit} are allowed")]
    Memory {
        /// How many bytes it needs.
        need: u64,
        /// How many bytes it may have.
        limit: u64,
    },
    /// The system does not give so much memory.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The system does not give so much address space, where the layers that are read are mapped. It is not
    /// memory.
    #[error("{need} bytes of address space are needed, and the system does not give them")]
    AddressSpace {
        /// How many bytes are mapped at a time.
        need: u64,
    },
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
    /// Static functions could not be made of its positions.
    #[error(transparent)]
    Retrieval(RetrievalError),
    /// The table's header would be too long.
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

impl From<RetrievalError> for BuildError {
    fn from(error: RetrievalError) -> Self {
        match error {
            RetrievalError::OutOfMemory(refused) => refused.into(),
            error => Self::Retrieval(error),
        }
    }
}

/// Adds the operation and the path to an error of the system, for `map_err`.
pub fn refused<'a>(
    action: &'static str,
    path: &'a Path,
) -> impl FnOnce(io::Error) -> BuildError + 'a {
    move |source| BuildError::Io { action, path: path.to_owned(), source }
}
