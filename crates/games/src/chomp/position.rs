//! Positions and moves, and their texts.

use std::array;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::paths::MAX_STEPS;
use crate::staircase::{self, RowsError};
use crate::texts::{MoveError, read_cell, write_cell};
use perfectplay_core::text::quoted;

/// The most rows, and the most cells of a row.
pub const MAX_SIDE: usize = 63;

/// The number of cells left in each row of a bar, never more than in the row above.
///
/// The text is `4,4,1`, the topmost row first; trailing zero rows may be omitted, and `0` means
/// that no cell is left. A position does not hold the size of the bar that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Zero below the last row.
    rows: [u8; MAX_SIDE + 1],
}

/// Taking a cell, and every cell below and to the right of it. The text is `1,2`: row and column, counted from the
/// corner `0,0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The row, 0 to 62, the top one being 0.
    pub row: u8,
    /// The column, 0 to 62, the left one being 0.
    pub column: u8,
}

impl Position {
    /// No cell is left: the opponent has taken the corner, and the player to move has won.
    pub const NOTHING: Self = Self { rows: [0; MAX_SIDE + 1] };

    /// The position with these cells left per row, topmost first.
    ///
    /// # Errors
    /// [`PositionError`] if there are more than 63 rows or cells in a row, or more than 64 rows and
    /// columns together, or if a row is longer than the one above.
    pub fn new(left: &[u8]) -> Result<Self, PositionError> {
        Self::checked(staircase::rows_of_counts(left, MAX_SIDE)?)
    }

    /// Rows and columns must be few enough for the path of a position.
    fn checked(rows: [u8; MAX_SIDE + 1]) -> Result<Self, PositionError> {
        let position = Self { rows };
        let (rows, columns) = (position.rows(), position.columns());
        match rows + columns <= MAX_STEPS {
            true => Ok(position),
            false => Err(PositionError::TooLarge { rows, columns }),
        }
    }

    /// A whole bar.
    ///
    /// # Errors
    /// [`PositionError`] if there are more than 64 rows and columns together.
    pub fn bar(rows: usize, columns: usize) -> Result<Self, PositionError> {
        Self::new(&vec![u8::try_from(columns).unwrap_or(u8::MAX); rows.min(MAX_SIDE + 1)])
    }

    /// The number of cells left in each row, topmost first; 0 below the last row.
    #[inline]
    pub const fn left(&self) -> &[u8; MAX_SIDE + 1] {
        &self.rows
    }

    /// The cells left in each row, eight rows in each word, the topmost lowest.
    #[inline]
    pub fn to_words(&self) -> [u64; (MAX_SIDE + 1) / 8] {
        let (words, _) = self.rows.as_chunks();
        array::from_fn(|word| u64::from_le_bytes(words[word]))
    }

    /// The position of [words](Self::to_words) that were made of one.
    #[inline]
    pub fn of_words(words: [u64; (MAX_SIDE + 1) / 8]) -> Self {
        let mut rows = [0; MAX_SIDE + 1];
        let (places, _) = rows.as_chunks_mut();
        places.iter_mut().zip(words).for_each(|(to, word)| *to = word.to_le_bytes());
        Self { rows }
    }

    /// The number of rows with a cell left.
    pub fn rows(&self) -> usize {
        self.rows.iter().take_while(|&&cells| cells > 0).count()
    }

    /// The number of columns with a cell left, which is the length of the top row.
    pub fn columns(&self) -> usize {
        self.rows[0].into()
    }

    /// The number of cells left.
    pub fn area(&self) -> usize {
        self.rows.iter().map(|&cells| usize::from(cells)).sum()
    }

    /// The position with rows and columns exchanged, which has the same outcome and plies.
    pub fn transposed(&self) -> Self {
        let mut rows = [0; MAX_SIDE + 1];
        for (column, cells) in rows.iter_mut().enumerate() {
            *cells = self.rows.iter().filter(|&&left| usize::from(left) > column).count() as u8;
        }
        Self { rows }
    }

    /// The moves: every cell that is left, row by row.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        let rows = self.rows;
        (0u8..).zip(rows).flat_map(|(row, left)| (0..left).map(move |column| Move { row, column }))
    }

    /// The position after a move; `None` if the cell is not there to be taken.
    pub fn after(&self, step: Move) -> Option<Self> {
        let mut after = *self;
        let (above, below) = after.rows.split_at_mut_checked(step.row.into())?;
        let is_left = below.first().is_some_and(|&left| left > step.column);
        debug_assert!(above.iter().all(|&left| !is_left || left > step.column));
        below.iter_mut().for_each(|left| *left = step.column.min(*left));
        is_left.then_some(after)
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::NOTHING
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        staircase::write_rows(&self.rows, f)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::checked(staircase::read_rows(text, MAX_SIDE)?)
    }
}

/// Why a text or a list is not a position. Rows are 0-based, as in moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum PositionError {
    /// A word that is not a number from 0 to 63.
    #[error(
        "{} is not the number of cells left of row {row}; expected numbers from 0 to {MAX_SIDE}, such as `4,4,1`",
        quoted(.word)
    )]
    Word { row: usize, word: String },
    /// More than 63 rows.
    #[error("more than {MAX_SIDE} rows; expected 1 to {MAX_SIDE}")]
    TooManyRows,
    /// More rows and columns than 64 together.
    #[error("{rows} rows and {columns} columns; expected at most {MAX_STEPS} together")]
    TooLarge { rows: usize, columns: usize },
    /// A row with more cells left than the row above.
    #[error(
        "row {row} has {left} cells left and the row above only {above}, but taking a cell also takes all cells below it"
    )]
    Longer { row: usize, left: u8, above: u8 },
}

impl From<RowsError> for PositionError {
    fn from(error: RowsError) -> Self {
        match error {
            RowsError::Word { row, word } => Self::Word { row, word },
            RowsError::TooManyRows => Self::TooManyRows,
            RowsError::Longer { row, cells, above } => Self::Longer { row, left: cells, above },
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cell(self.row, self.column, f)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let expected = ": write row,column, each 0 to 62, as in `1,2`";
        let cell = read_cell(text, MAX_SIDE).ok_or_else(|| MoveError::new(text, expected));
        let (row, column) = cell?;
        Ok(Self { row: row as u8, column: column as u8 })
    }
}
