//! Why a table could not be built.

use std::io;
use std::path::{Path, PathBuf};

use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_core::retrieval::RetrievalError;
use perfectplay_format::FormatError;
use thiserror::Error;

use crate::Interrupted;

/// A build that left no table.
#[derive(Debug, Error)]
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
    #[error("{0}")]
    Interrupted(#[from] Interrupted),
    /// It would need more memory than it may have.
    #[error("{table} needs {need} bytes of memory, and {limit} are allowed")]
    Memory {
        /// The table's name.
        table: String,
        /// How many bytes it needs.
        need: u64,
        /// How many it may have.
        limit: u64,
    },
    /// The system does not give so much memory.
    #[error("{table} needs {need} bytes of memory, and the system does not give them")]
    OutOfMemory {
        /// The table's name.
        table: String,
        /// How many bytes it needs.
        need: u64,
    },
    /// Functions could not be made of its positions.
    #[error("{0}")]
    Retrieval(#[from] RetrievalError),
    /// The table's description does not fit a header.
    #[error("{0}")]
    Format(#[from] FormatError),
}

/// Adds what was tried and where to a system's error.
pub(crate) fn refused<'a>(
    action: &'static str,
    path: &'a Path,
) -> impl FnOnce(io::Error) -> BuildError + 'a {
    move |source| BuildError::Io { action, path: path.to_owned(), source }
}

/// Adds to why there are no entries which table has none.
pub(crate) fn unsolved(table: impl ToString) -> impl FnOnce(SolveError) -> BuildError {
    move |error| match error {
        SolveError::Interrupted(stopped) => stopped.into(),
        SolveError::OutOfMemory(OutOfMemory { bytes: need }) => {
            BuildError::OutOfMemory { table: table.to_string(), need }
        }
    }
}
