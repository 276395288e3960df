//! Why there is no answer.

use std::fmt::Display;

use bytesize::ByteSize;
use perfectplay_core::Game;
use perfectplay_core::control::Interrupted;
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_query::{OpenError, ProbeError, Problem, TableId};
use thiserror::Error;

use crate::Work;

/// Why a question has no answer. The texts name no commands: a program adds which one helps.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for does not exist for this game.
    #[error("{message}")]
    Usage {
        /// What, and why not.
        message: String,
    },
    /// The text is no position, or not one of the board.
    #[error("{message}")]
    Position {
        /// What is wrong, where, and what was expected.
        message: String,
    },
    /// The board is missing, or none.
    #[error("{message}")]
    Board {
        /// What is wrong, where, and what was expected.
        message: String,
    },
    /// No table has the position, and solving it takes more than the limits allow.
    #[error("{0}")]
    Beyond(#[from] Box<Beyond>),
    /// The table that has the position is damaged.
    #[error("{message}")]
    Damaged {
        /// The table's name.
        table: String,
        /// Which file, and what is wrong with it.
        message: String,
    },
    /// The machine refused: memory, threads, a file that cannot be read.
    #[error("{message}")]
    Refused {
        /// What was asked of it.
        message: String,
    },
    /// The caller stopped it.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// A position that is beyond tables and limits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub struct Beyond {
    /// The game.
    pub game: Game,
    /// Which limit solving it would break.
    pub limit: BrokenLimit,
    /// The table that would have the position, if one can be built.
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
    /// No solver goes so far, whatever the limits; the text says how far it goes.
    Solver(String),
}

impl Beyond {
    fn text(&self) -> String {
        match &self.limit {
            BrokenLimit::States { work, allowed } => format!(
                "no table has this position, and solving it takes {work}, where {allowed} states \
                 are allowed"
            ),
            BrokenLimit::Searched { allowed } => format!(
                "no table has this position, and solving it takes more than the {allowed} states \
                 that are allowed"
            ),
            BrokenLimit::Memory { work, allowed } => format!(
                "no table has this position, and solving it takes {work}, where {} of memory may \
                 be used",
                ByteSize(*allowed)
            ),
            BrokenLimit::Solver(text) => text.clone(),
        }
    }
}

impl Error {
    /// The word for this kind of error in JSON: `usage`, `position`, `board`, `beyond`,
    /// `missing`, `damaged`, `refused` or `interrupted`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Usage { .. } => "usage",
            Self::Position { .. } => "position",
            Self::Board { .. } => "board",
            Self::Beyond(_) => "beyond",
            Self::Damaged { .. } => "damaged",
            Self::Refused { .. } => "refused",
            Self::Interrupted(_) => "interrupted",
        }
    }

    pub(crate) fn position(error: impl Display) -> Self {
        Self::Position { message: error.to_string() }
    }

    pub(crate) fn beyond(game: Game, limit: BrokenLimit, table: Option<TableId>) -> Self {
        Self::Beyond(Box::new(Beyond { game, limit, table }))
    }

    /// A table that has the position, and cannot be opened.
    pub(crate) fn unreadable(error: &OpenError) -> Self {
        let message = error.to_string();
        match (&error.problem, error.table()) {
            (Problem::Missing | Problem::NotAFile | Problem::Io(_), _) | (_, None) => {
                Self::Refused { message }
            }
            (_, Some(table)) => Self::Damaged { table: table.to_owned(), message },
        }
    }
}

impl From<ProbeError> for Error {
    fn from(error: ProbeError) -> Self {
        let message = error.to_string();
        match error {
            ProbeError::Damaged { table } => Self::Damaged { table, message },
            // Whoever asks a table has made sure that it covers the position.
            _ => Self::Refused { message },
        }
    }
}

impl From<OutOfMemory> for Error {
    fn from(OutOfMemory { bytes }: OutOfMemory) -> Self {
        let size = ByteSize(bytes);
        let message = format!("this needs {size} of memory, and the system does not give them");
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
