//! What every interface needs to know about an error: its code, and hints at what helps.

use derive_more::Display;
use perfectplay_query::TablePlace;
use serde::Serialize;

use crate::{GameRef, TableRef};

/// The kind of an error: a word in JSON, from which exit codes and HTTP statuses follow.
///
/// ```
/// assert_eq!(perfectplay::Code::Beyond.name(), "beyond");
/// assert_eq!(perfectplay::Code::Position.exit_code(), 2);
/// ```
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash, Serialize)]
#[display("{}", self.name())]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Code {
    /// Something was asked for that does not exist.
    Usage,
    /// A text is not a position.
    Position,
    /// A text is not a board, or a board is missing.
    Board,
    /// Other input is not as expected.
    Input,
    /// A position is beyond tables and limits.
    Beyond,
    /// A table is missing.
    Missing,
    /// A table is damaged or wrong.
    Damaged,
    /// The description of a game that is not built in is wrong.
    Description,
    /// The machine refused: memory, disk space, a file, threads.
    Refused,
    /// The user stopped it, or it took too long.
    Interrupted,
    /// A bug in the program.
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
            Self::Description => "description",
            Self::Refused => "refused",
            Self::Interrupted => "interrupted",
            Self::Internal => "internal",
        }
    }

    /// The exit code of a program that ends with such an error.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Damaged | Self::Description | Self::Internal => 1,
            Self::Usage | Self::Position | Self::Board | Self::Input => 2,
            Self::Beyond | Self::Missing | Self::Refused => 3,
            Self::Interrupted => 130,
        }
    }
}

/// What helps against an error. A program turns it into commands, a server into sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum Hint {
    /// A position of this game is written like its [example](crate::About::example).
    Example(GameRef),
    /// Give a board.
    Board,
    /// Allow more states.
    MoreStates,
    /// Allow more memory.
    MoreMemory,
    /// This table has the position, and can be built.
    Build(TableRef),
    /// There is no table here.
    Restore(TablePlace),
    /// The table with this name is damaged and has to be made anew; the place is where it is, if that is known.
    Rebuild { table: String, place: Option<TablePlace> },
}
