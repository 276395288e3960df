//! Why a release could not be packed, read or unpacked.

use std::path::PathBuf;

use perfectplay_query::Problem;
use perfectplay_tables::files::{DiskFull, FileError};
use perfectplay_tables::{BuildError, Interrupted, VerifyError};
use thiserror::Error;

use crate::{SumsError, TableName};

/// What has become of a release that is read, or why it has not.
pub(crate) type Result<T, E = UnpackError> = std::result::Result<T, E>;

/// A release that was not packed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PackError {
    /// A table is missing, damaged or not the one in the manifest, or the check was stopped.
    #[error(transparent)]
    Table(#[from] VerifyError),
    /// The system refused something, or packing was stopped.
    #[error(transparent)]
    System(#[from] BuildError),
    /// A table was replaced while it was being packed.
    #[error("{0} has changed since it was checked")]
    Changed(TableName),
    /// The folder has a packed table, in this file, that does not belong to the release.
    #[error("{} is not one of the tables to be packed", .0.display())]
    Foreign(PathBuf),
    /// Another process is packing into the same folder.
    #[error("{}: another program is packing there", .0.display())]
    Busy(PathBuf),
}

/// A table that was not unpacked, or a release that could not be read. In that case the folder of tables has not
/// changed, except for what a download can resume from. Files and releases are named by their path or URL.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum UnpackError {
    /// The system refused something, the disk is too small, or unpacking was stopped.
    #[error(transparent)]
    System(#[from] BuildError),
    /// The server could not be asked, or gave no useful answer.
    #[error("{url}: {problem}")]
    Http { url: String, problem: HttpProblem },
    /// There is no such file or folder.
    #[error("{file}: {}", if *.is_url { "the server has no such file" } else { "there is no such file or folder" })]
    NoFile { file: String, is_url: bool },
    /// The address of what was looked for is of a kind that is not understood.
    #[error("`{url}` is not an address of {what}: {reason}")]
    Address { url: String, what: &'static str, reason: &'static str },
    /// The release does not have the table.
    #[error("{release} has no table {table}")]
    NotInRelease { release: String, table: String },
    /// The release's own description is wrong.
    #[error("{file}: {problem}")]
    Release { file: String, problem: ReleaseProblem },
    /// What should list the tables at an address does not.
    #[error("{file}: it is not a list of tables: {problem}")]
    List { file: String, problem: String },
    /// A file is not named like a packed table.
    #[error("{0}: a packed table is called NAME.table.zst, after a table")]
    FileName(String),
    /// A packed table is not what it should be.
    #[error("{file}: {problem}")]
    Packed { file: String, problem: PackedProblem },
    /// A download did not finish. What was received is kept, of as many bytes as the server said, if it did.
    #[error("{url}: {problem}; {got} bytes{} are kept", of.map_or(String::new(), |of| format!(" of {of}")))]
    Unfinished { url: String, problem: HttpProblem, got: u64, of: Option<u64> },
}

/// What went wrong between here and a server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HttpProblem {
    /// No server answers there.
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    /// The connection was lost, or was silent for too long.
    #[error("the connection was lost: {0}")]
    Lost(String),
    /// The server, or something on the way to it, does not allow this.
    #[error("{0}")]
    Refused(String),
    /// The server answers with another status than asked for.
    #[error("the server answered {0}")]
    Status(u16),
    /// The answer is longer than what was asked for can be.
    #[error("the answer is longer than {0} bytes, which is too long")]
    TooLong(u64),
}

/// What is wrong with the description of a release.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReleaseProblem {
    /// It is not text.
    #[error("it is not text")]
    NotText,
    /// The list of hashes makes no sense.
    #[error(transparent)]
    Sums(#[from] SumsError),
    /// The manifest makes no sense.
    #[error("it is not a manifest: {0}")]
    Manifest(String),
    /// The manifest has a name that no table can have.
    #[error("`{}` is not a table name", .0.escape_debug())]
    Name(String),
    /// The list of hashes does not have the file.
    #[error("SHA256SUMS does not list it")]
    NotListed,
    /// The file's hash is another one.
    #[error("its SHA-256 hash is not the one in SHA256SUMS")]
    OtherHash,
    /// It is longer than any such file.
    #[error("it has more than {0} bytes, which is too long")]
    TooLong(u64),
}

/// What is wrong with a packed table.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum PackedProblem {
    /// It is not a zstd file.
    #[error("this is not a zstd file")]
    NotZstd,
    /// The frame does not say how long its contents are.
    #[error("it does not say how long the table is")]
    NoLength,
    /// The frame promises, or has, another number of bytes.
    #[error("it has a table of {found} bytes instead of {expected}")]
    OtherLength { expected: u64, found: u64 },
    /// It promises more bytes than a table of its name can have.
    #[error("it promises a table of {found} bytes, and no table of this name has more than {most}")]
    TooLong { most: u64, found: u64 },
    /// The table has another number of states than the manifest says.
    #[error("its table has {found} states instead of {expected}")]
    OtherStates { expected: u64, found: u64 },
    /// It ends early.
    #[error("it was cut off")]
    CutOff,
    /// The decoder refuses it.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// Something follows the table.
    #[error("there are bytes behind the table's end")]
    Trailing,
    /// The packed file's hash is not the one of `SHA256SUMS`.
    #[error("its SHA-256 hash is not the one in SHA256SUMS")]
    OtherSha256,
    /// The table's hash is not the manifest's.
    #[error("its table is not the one in the manifest: another BLAKE3 hash")]
    OtherBlake3,
    /// The release's table differs from the one that this program knows by this name.
    #[error("the release's table is not the one that this program's manifest has")]
    OtherTable,
    /// What it holds is not a sound table.
    #[error("it does not hold a sound table: {0}")]
    Table(#[from] Problem),
}

impl UnpackError {
    /// The error of a file of which this many bytes are there.
    pub(crate) fn after(self, got: u64, of: Option<u64>) -> Self {
        match self {
            Self::Http { url, problem: HttpProblem::Status(404 | 410) } if got == 0 => {
                Self::NoFile { file: url, is_url: true }
            }
            Self::Http { url, problem } if got > 0 => Self::Unfinished { url, problem, got, of },
            error => error,
        }
    }
}

impl PackedProblem {
    /// The error with the file's path or URL.
    pub(crate) fn of(self, file: &str) -> UnpackError {
        UnpackError::Packed { file: file.to_owned(), problem: self }
    }
}

/// Refusals of the system and interruptions are errors of a build as well.
macro_rules! of_system {
    ($($error:ty: $($from:ty),+;)+) => {$($(
        impl From<$from> for $error {
            fn from(error: $from) -> Self {
                Self::System(error.into())
            }
        }
    )+)+};
}

of_system! {
    PackError: FileError, Interrupted;
    UnpackError: FileError, DiskFull, Interrupted;
}
