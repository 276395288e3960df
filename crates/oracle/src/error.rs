//! Why there is no answer.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use bytesize::ByteSize;
use perfectplay_core::Game;
use perfectplay_core::control::Interrupted;
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_core::threads::NoThreads;
use perfectplay_query::{OpenError, Place, ProbeError, Problem, TableId, Tables};
use serde::Serialize;
use thiserror::Error;

use crate::{PositionError, Work};

/// Why a question has no answer. The messages say what is wrong and name no commands: what helps is told by
/// [`hints`](Self::hints), which a program renders.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The game does not have what was asked for.
    #[error(transparent)]
    Usage(#[from] UsageError),
    /// The text is not a position of the game, or not one of the board.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The board is missing.
    #[error("a contour needs its board, and none is given")]
    NoBoard,
    /// No table has the position, and solving it takes more than the limits allow.
    #[error(transparent)]
    Beyond(#[from] Box<Beyond>),
    /// The table that has the position cannot be opened.
    #[error(transparent)]
    Open(#[from] Arc<OpenError>),
    /// The table that has the position is damaged.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The folder of tables cannot be read.
    #[error("{}: cannot be read: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The system gives no threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The system gives no memory.
    #[error("this takes {} of memory, which the system does not give", ByteSize(.0.bytes))]
    Memory(#[from] OutOfMemory),
    /// The caller stopped it.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// What a game does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UsageError {
    /// A board.
    #[error("a board is given, which a position of {0} does not need")]
    Board(Game),
    /// Best play.
    #[error("the die decides how a game of tower goes on, so no line is best")]
    Line,
    /// Best replies.
    #[error("the die decides which replies there are in tower, so none is best")]
    Replies,
    /// Grundy values.
    #[error("Grundy values are told of chomp, not of {0}")]
    Grundy(Game),
}

/// The kind of an error: a word in JSON, from which exit codes and HTTP statuses follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Code {
    /// Something is asked for that does not exist.
    Usage,
    /// A text is no position.
    Position,
    /// A text is no board, or a board is missing.
    Board,
    /// Other input is not what was expected.
    Input,
    /// A position is beyond tables and limits.
    Beyond,
    /// A table is missing.
    Missing,
    /// A table is damaged or wrong.
    Damaged,
    /// The machine refused: memory, disk, a file, threads.
    Refused,
    /// The user stopped it, or it took too long.
    Interrupted,
    /// The program made a mistake.
    Internal,
}

impl Code {
    /// The word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::Position => "position",
            Self::Board => "board",
            Self::Input => "input",
            Self::Beyond => "beyond",
            Self::Missing => "missing",
            Self::Damaged => "damaged",
            Self::Refused => "refused",
            Self::Interrupted => "interrupted",
            Self::Internal => "internal",
        }
    }

    /// The exit code of a program that ends with such an error.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Damaged | Self::Internal => 1,
            Self::Usage | Self::Position | Self::Board | Self::Input => 2,
            Self::Beyond | Self::Missing | Self::Refused => 3,
            Self::Interrupted => 130,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What helps against an error. A program makes commands of it, a server sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// A position of this game is written like its [example](Game::example).
    Example(Game),
    /// To give a board.
    Board,
    /// More states have to be allowed.
    MoreStates,
    /// More memory has to be allowed.
    MoreMemory,
    /// This table has the position. It can be built.
    Build(TableId),
    /// There is no table here.
    Restore(Place),
    /// The table called so is damaged, and has to be made anew.
    Rebuild {
        /// Its name.
        table: String,
        /// Where it is, if that is known.
        place: Option<Place>,
    },
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
    fn hints(&self) -> Vec<Hint> {
        let limit = match self.limit {
            BrokenLimit::States { .. } | BrokenLimit::Searched { .. } => Some(Hint::MoreStates),
            BrokenLimit::Memory { .. } => Some(Hint::MoreMemory),
            BrokenLimit::Solver(_) => None,
        };
        limit.into_iter().chain(self.table.clone().map(Hint::Build)).collect()
    }

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
    /// The kind of error.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Usage(_) => Code::Usage,
            Self::Position(_) => Code::Position,
            Self::NoBoard => Code::Board,
            Self::Beyond(_) => Code::Beyond,
            Self::Open(error) => match error.problem {
                Problem::NotAFile | Problem::Io(_) => Code::Refused,
                Problem::Missing => Code::Missing,
                _ => Code::Damaged,
            },
            Self::Probe(ProbeError::Damaged { .. }) => Code::Damaged,
            // Tables are asked only for positions that they have.
            Self::Probe(_) | Self::Folder { .. } | Self::Threads(_) | Self::Memory(_) => {
                Code::Refused
            }
            Self::Interrupted(_) => Code::Interrupted,
        }
    }

    /// What helps against it: one of these, or nothing that is known here.
    #[must_use]
    pub fn hints(&self) -> Vec<Hint> {
        match self {
            Self::Position(error) => vec![Hint::Example(error.game())],
            Self::NoBoard => vec![Hint::Board],
            Self::Beyond(beyond) => beyond.hints(),
            Self::Open(error) => match error.place.name() {
                _ if matches!(error.problem, Problem::Missing) => {
                    vec![Hint::Restore(error.place.clone())]
                }
                // A newer program reads what would be overwritten.
                _ if error.problem.is_newer() => Vec::new(),
                Some(table) if error.problem.is_damage() => {
                    let place = Some(error.place.clone());
                    vec![Hint::Rebuild { table: table.to_owned(), place }]
                }
                _ => Vec::new(),
            },
            Self::Probe(ProbeError::Damaged { table }) => {
                vec![Hint::Rebuild { table: table.clone(), place: None }]
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn position(error: impl Into<PositionError>) -> Self {
        Self::Position(error.into())
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

    pub(crate) fn folder(tables: &Tables, error: io::Error) -> Self {
        let folder = tables.folder().map(|folder| folder.path().to_owned()).unwrap_or_default();
        Self::Folder { folder, error }
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        Arc::new(error).into()
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
