//! Positions as numbers in arrays: the form in which other languages hold many of them.

use std::ops::Range;

use crate::{Error, GameRef, LISTS, Position};
use perfectplay_query::Value;

/// Positions of one game as numbers in an array, in the form that the game has.
#[derive(Clone, Copy, Debug)]
pub enum PackedPositions<'a> {
    /// Of `number`: bit x of each mask is set if x is available, as in
    /// `number::Position::mask` in `perfectplay-games`.
    Masks(&'a [u64]),
    /// Boards with this many rows and columns, as two masks, bit 8 · row + column of each. Of `stake` the cells that hold 0 and
    /// those that hold 1, as in `stake::Position::filled` in `perfectplay-games`; of `tokens` the cells that are not free and those
    /// of the pieces.
    Boards {
        /// The number of rows, and of columns.
        size: (usize, usize),
        /// The two masks of each.
        masks: &'a [[u64; 2]],
    },
    /// What each row has, topmost first, as [`PackedForm::Rows`](crate::PackedForm::Rows) of the game says.
    Rows {
        /// How many rows each position has in the array, at least 1; those that it lacks are 0.
        rows: usize,
        /// The counts of all rows of all positions.
        counts: &'a [u8],
    },
}

/// One position in the form that an array of its game has: see [`PackedPositions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackedPosition {
    /// The numbers that are available.
    Mask(u64),
    /// The number of rows and of columns, and two masks of cells.
    Board((usize, usize), [u64; 2]),
    /// A number per row, without those at the end that are 0.
    Rows(Vec<u8>),
}

impl Position {
    /// The form in which arrays of its game have it: see [`PackedPositions`]. `None` if there is none.
    #[doc(hidden)]
    pub fn pack(&self) -> Option<PackedPosition> {
        self.game().pack(self)
    }
}

/// A position of an array has no value.
#[derive(Debug)]
pub struct PackedError {
    /// Its place in the array, from 0.
    pub place: usize,
    /// Why.
    pub error: Error,
}

impl PackedPositions<'_> {
    /// How many positions there are.
    pub const fn len(&self) -> usize {
        match self {
            Self::Masks(masks) => masks.len(),
            Self::Boards { masks, .. } => masks.len(),
            Self::Rows { rows, counts, .. } => counts.len() / *rows,
        }
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The counts of the rows at a place, without empty ones at the end.
    pub fn rows(&self, place: usize) -> Option<&[u8]> {
        let Some(Self::Rows { rows, counts }) = LISTS.then_some(self) else { return None };
        let counts = &counts[place * rows..][..*rows];
        let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        Some(&counts[..used])
    }

    /// The position of a game at a place.
    ///
    /// # Errors
    /// If that is no position, or the game has another form, or none.
    ///
    /// # Panics
    /// If there are not this many.
    pub fn position(&self, game: &GameRef, place: usize) -> Result<Position, Error> {
        game.shared().unpack(self, place)
    }
}

/// Some positions of an array, and where their values go.
#[derive(Debug)]
pub struct Tile<'a> {
    /// The array.
    pub positions: &'a PackedPositions<'a>,
    /// Their places in it.
    pub places: Range<usize>,
    /// Their values.
    pub values: &'a mut [Option<Value>],
}
