//! Why a table cannot be opened, and why it has no answer.

use std::fmt;
use std::io;

use perfectplay_format::{EXTENSION, FormatError};
use thiserror::Error;

/// A table that could not be opened.
#[derive(Debug)]
pub struct OpenError {
    /// The file, or the name of a table that has no file, as in `number-20 inside the program`.
    pub origin: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a table that could not be opened. An [`OpenError`] adds which table it is.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file does not exist.
    #[error("there is no such table")]
    Missing,
    /// It is a folder, a pipe or a device.
    #[error("it is not a file")]
    NotAFile,
    /// The system would not open, measure or map it.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The bytes are not those of a table, or are damaged.
    #[error("{0}")]
    Format(#[from] FormatError),
    /// The table is of another game.
    #[error("it is a table of the game `{found}`, not of `{expected}`")]
    OtherGame {
        /// The game in the header.
        found: String,
        /// The game of the reader.
        expected: &'static str,
    },
    /// The table is of an unknown game.
    #[error("this program knows no game `{}`", .found.escape_debug())]
    UnknownGame {
        /// The game in the header.
        found: String,
    },
    /// The table's entries have another meaning than this program knows.
    #[error("its entries follow the rules `{found}`, and this program knows `{expected}`")]
    OtherRules {
        /// The rules tag in the header.
        found: String,
        /// The rules tag of the reader.
        expected: &'static str,
    },
    /// The header is sound, but does not describe a table of this game.
    #[error("its header is inconsistent: {reason}")]
    Inconsistent {
        /// What does not fit.
        reason: String,
    },
    /// The file has another name than its table.
    #[error("it holds the table `{found}`: name the file after it")]
    OtherName {
        /// The name in the header.
        found: String,
    },
}

impl OpenError {
    /// The table's name, if the file is called like a table.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        let file = self.origin.rsplit(['/', '\\']).next()?;
        file.strip_suffix(EXTENSION)?.strip_suffix('.')
    }
}

impl Problem {
    /// The error that the table of this origin has the problem.
    #[must_use]
    pub fn of(self, origin: impl fmt::Display) -> OpenError {
        OpenError { origin: origin.to_string(), problem: self }
    }

    /// Whether building the table anew is the remedy.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        !matches!(self, Self::Missing | Self::NotAFile | Self::Io(_) | Self::OtherName { .. })
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { origin, problem } = self;
        write!(f, "{origin}: {problem}")
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.problem)
    }
}

/// Why a table has no answer for a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The table does not have the position.
    #[error("{table} has no answer for this position: {reach}")]
    Beyond {
        /// The table's name.
        table: String,
        /// What the table has.
        reach: String,
    },
    /// The table's bytes contradict themselves.
    #[error("{table} is damaged")]
    Damaged {
        /// The table's name.
        table: String,
    },
}
