//! What each game says of its tables without opening any.

use derive_more::{Display, From};
use perfectplay_core::Facts;

use crate::needs::Needs;

/// The size of a family's largest positions.
#[derive(Clone, Copy, Debug, Display, From, PartialEq, Eq, Hash)]
pub enum Size {
    /// A number: the largest number of the Number Game, the levels of a tower, the side of a square board.
    One(u8),
    /// Rows and columns, with no more rows than columns.
    #[display("{_0}x{_1}")]
    Sides(u8, u8),
}

impl Size {
    /// The number, of a size that is one; 0 of others.
    #[must_use]
    pub const fn one(self) -> u8 {
        match self {
            Self::One(size) => size,
            Self::Sides(..) => 0,
        }
    }

    /// The rows and columns, of a size that has them; none of others.
    #[must_use]
    pub const fn sides(self) -> (u8, u8) {
        match self {
            Self::One(_) => (0, 0),
            Self::Sides(rows, columns) => (rows, columns),
        }
    }
}

/// What a game says of its families.
#[derive(Debug)]
pub struct Families {
    /// What there is to know of the game.
    pub facts: &'static Facts,
    /// The sizes that are built by default.
    pub defaults: &'static [Size],
    /// Which tables there are, for people.
    pub names: fn() -> String,
    /// Whether there is a table of this size.
    pub has: fn(Size) -> bool,
    /// How many states a table has.
    pub states: fn(Size) -> u64,
    /// Whether a table is filled layer by layer in its file, which can then be larger than memory.
    pub is_filled: fn(Size) -> bool,
    /// What building a table takes.
    pub needs: fn(Size) -> Needs,
}
