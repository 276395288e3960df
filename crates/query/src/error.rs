//! Why a table cannot be opened, or has no answer.

use std::io;

use perfectplay_format::{FormatError, VERSION};
use thiserror::Error;

use crate::table_place::TablePlace;

/// A table that could not be opened.
#[derive(Debug, Error)]
#[error("{place}: {problem}")]
#[non_exhaustive]
pub struct OpenError {
    /// Where it is.
    pub place: TablePlace,
    /// What is wrong with it.
    #[source]
    pub problem: Problem,
}

/// What is wrong with a table that could not be opened. An [`OpenError`] adds which table it is.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum Problem {
    /// The file does not exist.
    #[error("there is no such table")]
    Missing,
    /// It is a folder, a pipe or a device.
    #[error("it is not a file")]
    NotAFile,
    /// The system would not open, measure or map it.
    #[error("it cannot be read: {0}")]
    Io(io::Error),
    /// The bytes are not those of a table, or are damaged.
    #[error("{0}")]
    Format(FormatError),
    /// The table is of another game than the one of the reader.
    #[error("it is a table of the game `{found}`, not of `{expected}`")]
    OtherGame { found: String, expected: &'static str },
    /// The table is of an unknown game.
    #[error("this program knows no game `{}`", .0.escape_debug())]
    UnknownGame(String),
    /// The table's entries mean something else than what this program knows.
    #[error("its entries follow the rules `{found}`, and this program knows `{expected}`")]
    OtherRules { found: String, expected: &'static str },
    /// It was built when its game's rules were others.
    #[error("the rules of its game have changed since it was built, or another program built it")]
    ChangedRules,
    /// The description of its game, which is not built in, is wrong.
    #[error("{0}")]
    Description(String),
    /// The header is sound, but does not describe a table of this game: what does not fit.
    #[error("its header is inconsistent: {0}")]
    Inconsistent(String),
    /// The table is of another board, which has the same fingerprint.
    #[error("it is the table of another board with the same fingerprint")]
    OtherBoard,
    /// The file is not named after its table, which has this name in the header.
    #[error("it holds the table `{0}`: name the file after it")]
    OtherName(String),
    /// It was part of a release and has wrong values.
    #[error("it was withdrawn, see docs/errata.md: {0}")]
    Withdrawn(String),
}

impl From<FormatError> for Problem {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Unreadable(kind) => Self::Io(kind.into()),
            error => Self::Format(error),
        }
    }
}

impl From<io::Error> for Problem {
    /// A source of bytes that checks them passes on what is wrong with them.
    fn from(error: io::Error) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<FormatError>()) {
            Some(wrong) => Self::Format(wrong.clone()),
            None => Self::Io(error),
        }
    }
}

impl Problem {
    /// That parts of a header do not fit together.
    #[doc(hidden)]
    pub fn inconsistent(reason: impl ToString) -> Self {
        Self::Inconsistent(reason.to_string())
    }

    /// The error that the table at this place has the problem.
    #[doc(hidden)]
    #[must_use]
    pub fn at(self, place: TablePlace) -> OpenError {
        OpenError { place, problem: self }
    }

    /// Whether building the table anew is the remedy.
    #[doc(hidden)]
    pub fn is_damage(&self) -> bool {
        !matches!(
            self,
            Self::Missing
                | Self::NotAFile
                | Self::Io(_)
                | Self::OtherName(_)
                | Self::Description(_)
        )
    }

    /// Whether a newer program wrote the table and can read it.
    #[doc(hidden)]
    pub fn is_newer(&self) -> bool {
        matches!(self, Self::Format(FormatError::UnknownVersion(version)) if *version > VERSION)
    }
}

/// Why a table has no answer for a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum ProbeError {
    /// The table does not have the position; its reach is what it has.
    #[error("{table} has no answer for this position: {reach}")]
    Beyond { table: String, reach: String },
    /// The table's bytes contradict themselves.
    #[error("{0} is damaged")]
    Damaged(String),
    /// The table has the position, but its value does not follow from those of its moves.
    #[error(
        "{0} has a value for this position that does not follow from its moves: the table is damaged, or the rules \
         have changed since it was built"
    )]
    Contradicts(String),
}
