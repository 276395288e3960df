//! Why there is no answer.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use bytesize::ByteSize;
use perfectplay_core::control::Interrupted;
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_core::quoted;
use perfectplay_core::threads::NoThreads;
use perfectplay_query::{OpenError, ProbeError, Problem, TablePlace, Tables};
use thiserror::Error;

use crate::{Beyond, BrokenLimit, Code, GameRef, Hint, Plies, PositionError, TableRef};

/// Why a question has no answer. The messages say what is wrong and name no commands: [`hints`](Self::hints) say
/// what helps, and a program renders them.
///
/// ```
/// use perfectplay::{Code, Error, Hint, Oracle};
/// let error = Oracle::open("tables")?.ask("number", "two").unwrap_err();
/// assert_eq!(error.code(), Code::Position);
/// assert!(matches!(error.hints()[..], [Hint::Example(_)]));
/// assert!(matches!(error, Error::Position(error) if error.game().name() == "number"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
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
    /// The text of a board is wrong.
    #[error("{0}")]
    BoardText(String),
    /// A board has more positions than its table can have.
    #[error("{0}")]
    LargeBoard(String),
    /// No table has the position, and solving it takes more than the limits allow.
    #[error(transparent)]
    Beyond(#[from] Box<Beyond>),
    /// There is no table of a game that is not built in, which would be at this place; its positions are not solved on the spot.
    #[error("{table}: there is no such table, and positions of {game} are not solved on the spot")]
    NoTable { game: GameRef, table: TablePlace },
    /// The table that has the position cannot be opened.
    #[error(transparent)]
    Open(#[from] Arc<OpenError>),
    /// The table that has the position is damaged.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The folder of tables cannot be read.
    #[error("{}: cannot be read: {error}", folder.display())]
    Folder {
        folder: PathBuf,
        #[source]
        error: io::Error,
    },
    /// The system refused to start threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The system refused the memory.
    #[error("this takes {} of memory, which the system does not give", ByteSize(.0.bytes))]
    Memory(#[from] OutOfMemory),
    /// The caller stopped it.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// What a game does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum UsageError {
    /// A board.
    #[error("a board is given, which a position of {0} does not need")]
    Board(String),
    /// A game with this name; these are the names of those that there are.
    #[error("there is no game called {}: games are {}", quoted(.name), games.join(", "))]
    NoGame { name: String, games: Vec<String> },
    /// A game of this name, as far as this oracle knows.
    #[error("{0} is not one of the games that were given to this oracle")]
    Unknown(GameRef),
    /// A position of another game than the question's.
    #[error("a position of {given}, and not of {asked}")]
    Game { asked: GameRef, given: GameRef },
    /// A position of another board than the one that is given.
    #[error("the position belongs to another board than the one that is given")]
    OtherBoard,
    /// The name of a table by a board's fingerprint, which two boards have.
    #[error("there are tables of two boards that are called {0}: give the board itself")]
    TwoBoards(String),
    /// A table with this name; the text says which there are.
    #[error("{0}")]
    Table(String),
    /// Positions in arrays.
    #[error("positions of {0} are not packed into arrays like this one: give their texts")]
    Packed(String),
    /// Best play.
    #[error("the die decides how a game of {0} goes on, so no line is best")]
    Line(GameRef),
    /// Best replies.
    #[error("the die decides which replies there are in {0}, so none is best")]
    Replies(GameRef),
    /// Grundy values, which positions of these games have.
    #[error("Grundy values are told of {}, not of {game}", list(with))]
    Grundy { game: GameRef, with: Vec<GameRef> },
}

/// The names of games.
fn list(games: &[GameRef]) -> String {
    games.iter().map(GameRef::name).collect::<Vec<_>>().join(" and ")
}

impl Error {
    /// The kind of error.
    pub fn code(&self) -> Code {
        match self {
            Self::Usage(_) => Code::Usage,
            Self::Position(_) => Code::Position,
            Self::NoBoard | Self::BoardText(_) => Code::Board,
            Self::Beyond(_) => Code::Beyond,
            Self::NoTable { .. } => Code::Missing,
            Self::Open(error) => match error.problem {
                Problem::NotAFile | Problem::Io(_) => Code::Refused,
                Problem::Missing => Code::Missing,
                Problem::Description(_) => Code::Description,
                _ => Code::Damaged,
            },
            Self::Probe(ProbeError::Damaged(..) | ProbeError::Contradicts(..)) => Code::Damaged,
            Self::Probe(ProbeError::Beyond { .. }) => Code::Beyond,
            Self::LargeBoard(_)
            | Self::Probe(_)
            | Self::Folder { .. }
            | Self::Threads(_)
            | Self::Memory(_) => Code::Refused,
            Self::Interrupted(_) => Code::Interrupted,
        }
    }

    /// What helps against it: any one of these; none if nothing is known.
    pub fn hints(&self) -> Vec<Hint> {
        match self {
            Self::Position(error) => vec![Hint::Example(error.game().clone())],
            Self::NoBoard => vec![Hint::Board],
            Self::Beyond(beyond) => beyond.hints(),
            Self::NoTable { table, .. } => vec![Hint::Restore(table.clone())],
            Self::Open(error) => match error.place.name() {
                _ if matches!(error.problem, Problem::Missing) => {
                    vec![Hint::Restore(error.place.clone())]
                }
                // Nobody can mend it from here.
                _ if matches!(error.place, TablePlace::Elsewhere { .. }) => {
                    match error.problem.is_damage() {
                        true => vec![Hint::Restore(error.place.clone())],
                        false => Vec::new(),
                    }
                }
                // A newer program can read what would be overwritten.
                _ if error.problem.is_newer() => Vec::new(),
                Some(table) if error.problem.is_damage() => {
                    let place = Some(error.place.clone());
                    vec![Hint::Rebuild { table: table.to_owned(), place }]
                }
                _ => Vec::new(),
            },
            Self::Probe(ProbeError::Damaged(table) | ProbeError::Contradicts(table)) => {
                vec![Hint::Rebuild { table: table.clone(), place: None }]
            }
            _ => Vec::new(),
        }
    }

    /// The error that a limit does not allow an answer, with the table that would have the position.
    #[doc(hidden)]
    pub fn beyond(game: &GameRef, limit: BrokenLimit, table: Option<TableRef>) -> Self {
        let game = game.clone();
        Self::Beyond(Box::new(Beyond { game, limit, plies: false, table }))
    }

    /// Says that the question wanted these plies, in a game that solves for them.
    #[doc(hidden)]
    pub fn of_plies(self, plies: Plies) -> Self {
        match self {
            Self::Beyond(beyond) if plies == Plies::Always => {
                Self::Beyond(Box::new(Beyond { plies: true, ..*beyond }))
            }
            other => other,
        }
    }

    #[doc(hidden)]
    pub fn folder(tables: &Tables, error: io::Error) -> Self {
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
