//! Operations that the system refused.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The system refused an operation on a file: no permission, a full disk, …
#[derive(Debug, Error)]
#[error("{}: cannot {action}: {source}", path.display())]
pub struct FileError {
    /// The operation: `write`, `create`, …
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// Why it was refused.
    pub source: io::Error,
}

/// The file system has too little space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{need} bytes of disk space are needed, and {free} are free")]
pub struct DiskFull {
    /// How many bytes are needed.
    pub need: u64,
    /// How many are free in the folder's file system.
    pub free: u64,
}

/// Adds the operation and the path to an error of the system, for `map_err`.
pub fn refused<'a>(
    action: &'static str,
    path: &'a Path,
) -> impl FnOnce(io::Error) -> FileError + 'a {
    move |source| FileError { action, path: path.to_owned(), source }
}
