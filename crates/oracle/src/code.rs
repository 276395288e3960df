//! What an error is to all faces: its code, and hints at what helps.

use std::fmt;

use perfectplay_core::Game;
use perfectplay_query::{Place, TableId};
use serde::Serialize;

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
