//! Why texts and scores are not boards or positions.

use thiserror::Error;

use crate::staircase::{MAX_SIDE, RowsError};
use perfectplay_core::text::beginning;

/// The largest score of a board made by [`Board::new`](super::Board::new).
pub(super) const MAX_SCORE: u32 = i32::MAX as u32;

/// Why scores are not those of a [`Board`](super::Board).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A side is 0 or longer than 16: rows, columns.
    #[error("a board has 1 to {MAX_SIDE} rows and 1 to {MAX_SIDE} columns, not {0} x {1}")]
    Side(usize, usize),
    /// The scores of A and of B have different numbers of rows: those of A, those of B.
    #[error("the scores of player B have {1} rows, those of player A {0}")]
    Rows(usize, usize),
    /// A row whose length is not that of the first row of A: player, row (0-based), its length, the
    /// expected one.
    #[error("row {1} of the scores of player {0} has {2} numbers, but the board has {3} columns")]
    Row(char, usize, usize, usize),
    /// A score exceeds 2³¹ − 1: player, row, column (0-based), score.
    #[error("the score {3} of player {0} at row {1}, column {2} exceeds {MAX_SCORE}")]
    Score(char, usize, usize, u32),
}

/// Why a text or a list is not a position, or a position is not one of a board. Rows are 0-based.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum PositionError {
    /// A word, of which at most 24 characters are kept, that is not a number from 0 to 16.
    #[error(
        "`{}` is not the number of taken cells of row {row}; expected numbers from 0 to {MAX_SIDE}, \
         such as `3,3,1`",
        beginning(.word)
    )]
    Word { row: usize, word: String },
    /// More than 16 rows.
    #[error("more than {MAX_SIDE} rows")]
    TooManyRows,
    /// Not a staircase: a row with more taken cells than the row above.
    #[error(
        "no staircase: row {row} has {taken} taken cells and the row above only {above}, but a cell \
         can be claimed only when all cells above it are taken"
    )]
    Overhang { row: usize, taken: u8, above: u8 },
    /// The board has fewer rows: the first row below it.
    #[error(
        "not of this board: cells of row {row} are taken, but the board has only {rows} row{}",
        if *rows == 1 { "" } else { "s" }
    )]
    BelowBoard { row: usize, rows: usize },
    /// The board has fewer columns than row 0, the longest row, has taken cells.
    #[error(
        "not of this board: row 0 has {taken} taken cells, but the board has only {columns} column{}",
        if *columns == 1 { "" } else { "s" }
    )]
    BesideBoard { taken: u8, columns: usize },
}

impl From<RowsError> for PositionError {
    fn from(error: RowsError) -> PositionError {
        match error {
            RowsError::Word { row, word } => {
                PositionError::Word { row, word: word.chars().take(24).collect() }
            }
            RowsError::TooManyRows => PositionError::TooManyRows,
            RowsError::Longer { row, cells, above } => {
                PositionError::Overhang { row, taken: cells, above }
            }
        }
    }
}
