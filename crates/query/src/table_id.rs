//! Which table of a game: of a family or of one board.

use std::convert::Infallible;
use std::fmt;

use derive_more::From;
use perfectplay_core::Facts;
use perfectplay_format::fingerprint;

use crate::family::Family;
use crate::needs::Needs;

/// A board that has a table of its own.
pub trait TableBoard: Clone + fmt::Debug + Eq + Send + Sync + 'static {
    /// What there is to know of the game.
    fn facts(&self) -> &'static Facts;

    /// How many states the table has.
    fn states(&self) -> u64;

    /// What building the table takes.
    fn needs(&self) -> Needs;

    /// The bytes that tell it from other boards of the game.
    fn bytes(&self) -> Vec<u8>;

    /// The part of the table's name that stands for the board: 8 hexadecimal digits, see
    /// [`fingerprint`](fn@perfectplay_format::fingerprint).
    fn fingerprint(&self) -> String {
        fingerprint(&self.bytes())
    }

    /// The table's name: `contour-daa36c61`.
    fn table(&self) -> String {
        format!("{}-{}", self.facts().game, self.fingerprint())
    }
}

/// The boards of games that have no tables of single boards: none.
impl TableBoard for Infallible {
    fn facts(&self) -> &'static Facts {
        match *self {}
    }

    fn states(&self) -> u64 {
        match *self {}
    }

    fn needs(&self) -> Needs {
        match *self {}
    }

    fn bytes(&self) -> Vec<u8> {
        match *self {}
    }
}

/// A table of a game with boards like these. Its text is the table's name.
#[derive(Clone, Debug, From, PartialEq, Eq)]
pub enum TableId<B> {
    /// The table of a family, which needs no input.
    #[from]
    Family(Family),
    /// The table of one board.
    Board(B),
}

impl<B: TableBoard> TableId<B> {
    /// How many states the table has.
    pub fn states(&self) -> u64 {
        match self {
            Self::Family(family) => family.states(),
            Self::Board(board) => board.states(),
        }
    }

    /// What building the table takes.
    pub fn needs(&self) -> Needs {
        match self {
            Self::Family(family) => family.needs(),
            Self::Board(board) => board.needs(),
        }
    }
}

impl TableId<Infallible> {
    /// The family: there are no others.
    pub const fn family(&self) -> Family {
        match self {
            Self::Family(family) => *family,
            Self::Board(none) => match *none {},
        }
    }
}

impl<B: TableBoard> fmt::Display for TableId<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Family(family) => family.fmt(f),
            Self::Board(board) => f.pad(&board.table()),
        }
    }
}
