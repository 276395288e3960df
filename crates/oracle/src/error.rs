//! Why there is no answer.

use std::fmt::Display;

use bytesize::ByteSize;
use perfectplay_core::Game;
use perfectplay_core::control::Interrupted;
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_core::threads::NoThreads;
use perfectplay_query::{OpenError, ProbeError, Problem, TableId};
use thiserror::Error;

use crate::Work;

/// Why a question has no answer. The messages say what is wrong and name no commands: a program
/// adds which command helps.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The game does not have what was asked for.
    #[error("{message}")]
    Usage {
        /// What was asked for, and why the game does not have it.
        message: String,
    },
    /// The text is no position of the game, or no position of the board.
    #[error("{message}")]
    Position {
        /// What is wrong, where, and what was expected.
        message: String,
    },
    /// The board is missing, or the text is no board.
    #[error("{message}")]
    Board {
        /// What is wrong, where, and what was expected.
        message: String,
    },
    /// No table has the position, and solving it takes more than the limits allow.
    #[error("{0}")]
    Beyond(#[from] Box<Beyond>),
    /// The table that has the position has been removed since the oracle looked for tables.
    #[error("{message}")]
    Missing {
        /// The table's name.
        table: String,
        /// Which file does not exist.
        message: String,
    },
    /// The table that has the position is damaged.
    #[error("{message}")]
    Damaged {
        /// The table's name.
        table: String,
        /// Which file, and what is wrong with it.
        message: String,
    },
    /// The machine refused memory, threads, or to read a file.
    #[error("{message}")]
    Refused {
        /// What it refused.
        message: String,
    },
    /// The caller stopped it.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// A question that is beyond tables and limits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub struct Beyond {
    /// The game.
    pub game: Game,
    /// Which limit solving the position would break.
    pub limit: BrokenLimit,
    /// Whether plies were asked for: then a table may have the position and its outcome.
    pub plies: bool,
    /// The table that would have the answer, if one can be built.
    pub table: Option<TableId>,
}

/// Which limit solving a position would break.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BrokenLimit {
    /// More states than allowed.
    States {
        /// What solving takes.
        work: Work,
        /// How many are allowed.
        allowed: u64,
    },
    /// More than the states that are allowed; how many is not known beforehand.
    Searched {
        /// How many are allowed.
        allowed: u64,
    },
    /// More bytes of memory than allowed.
    Memory {
        /// What solving takes.
        work: Work,
        /// How many are allowed.
        allowed: u64,
    },
    /// No solver goes so far, whatever the limits are; the text says how far it goes.
    Solver(String),
}

impl Beyond {
    fn text(&self) -> String {
        let known = if self.plies {
            "no table knows how many plies this position takes"
        } else {
            "no table has this position"
        };
        match &self.limit {
            BrokenLimit::States { work, allowed } => {
                format!("{known}, and solving it takes {work}, where {allowed} states are allowed")
            }
            BrokenLimit::Searched { allowed } => format!(
                "{known}, and solving it takes more than the {allowed} states that are allowed"
            ),
            BrokenLimit::Memory { work, allowed } => format!(
                "{known}, and solving it takes {work}, where {} of memory may be used",
                ByteSize(*allowed)
            ),
            BrokenLimit::Solver(text) => text.clone(),
        }
    }
}

impl Error {
    /// The word for this kind of error in JSON: `usage`, `position`, `board`, `beyond`, `missing`,
    /// `damaged`, `refused` or `interrupted`. (Programs add `input` for what they read themselves.)
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Usage { .. } => "usage",
            Self::Position { .. } => "position",
            Self::Board { .. } => "board",
            Self::Beyond(_) => "beyond",
            Self::Missing { .. } => "missing",
            Self::Damaged { .. } => "damaged",
            Self::Refused { .. } => "refused",
            Self::Interrupted(_) => "interrupted",
        }
    }

    pub(crate) fn position(error: impl Display) -> Self {
        Self::Position { message: error.to_string() }
    }

    pub(crate) fn beyond(game: Game, limit: BrokenLimit, table: Option<TableId>) -> Self {
        Self::Beyond(Box::new(Beyond { game, limit, plies: false, table }))
    }

    /// The same, if plies were asked for.
    pub(crate) fn for_plies(self) -> Self {
        match self {
            Self::Beyond(beyond) => Self::Beyond(Box::new(Beyond { plies: true, ..*beyond })),
            other => other,
        }
    }

    /// A table that has the position, and cannot be opened.
    pub(crate) fn unreadable(table: &str, error: &OpenError) -> Self {
        let (table, message) = (table.to_owned(), error.to_string());
        match error.problem {
            Problem::NotAFile | Problem::Io(_) => Self::Refused { message },
            Problem::Missing => Self::Missing { table, message },
            _ => Self::Damaged { table, message },
        }
    }
}

impl From<ProbeError> for Error {
    fn from(error: ProbeError) -> Self {
        let message = error.to_string();
        match error {
            ProbeError::Damaged { table } => Self::Damaged { table, message },
            // Tables are asked only for positions that they have.
            _ => Self::Refused { message },
        }
    }
}

impl From<NoThreads> for Error {
    fn from(error: NoThreads) -> Self {
        Self::Refused { message: error.to_string() }
    }
}

impl From<OutOfMemory> for Error {
    fn from(OutOfMemory { bytes }: OutOfMemory) -> Self {
        let size = ByteSize(bytes);
        let message = format!("this takes {size} of memory, which the system does not give");
        Self::Refused { message }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Interrupted(interrupted) => interrupted.into(),
            SolveError::OutOfMemory(error) => error.into(),
        }
    }
}
