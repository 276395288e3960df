//! Positions and moves, and their texts.

use derive_more::Display;

use super::{Board, MoveError, PositionError};
use crate::staircase::{
    self, MAX_SIDE, choose, path_of_rows, rank_path, rows_of_path, unrank_path,
};
use crate::texts::read_cell;
use perfectplay_core::text::beginning;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A contour: how many cells of each row are taken, never more than in the row above.
///
/// The text is `3,3,1`, the topmost row first; trailing zero rows may be omitted, and `0` is the
/// empty board. A position does not hold its board: [`Position::check`] says whether it fits on
/// one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Zero beyond the board.
    rows: [u8; MAX_SIDE],
}

/// Claiming a cell, 0-based; the text is `2,1` (row, column).
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[display("{row},{column}")]
pub struct Move {
    /// From the top.
    pub row: usize,
    /// From the left.
    pub column: usize,
}

impl Position {
    /// The empty board: no cell is taken.
    pub const EMPTY: Position = Position { rows: [0; MAX_SIDE] };

    /// The contour with these taken cells per row, topmost first.
    ///
    /// # Errors
    /// [`PositionError`] if there are more than 16 rows or cells in a row, or if a row is longer
    /// than the one above.
    pub fn new(taken: &[u8]) -> Result<Position, PositionError> {
        Ok(Position { rows: staircase::rows_of_counts(taken, MAX_SIDE)? })
    }

    /// The number of taken cells of each row, topmost first; 0 beyond the board.
    #[inline]
    pub fn taken(&self) -> &[u8; MAX_SIDE] {
        &self.rows
    }

    /// The number of taken cells.
    pub fn area(&self) -> usize {
        self.rows.iter().map(|&cells| usize::from(cells)).sum()
    }

    /// Whether A is to move, that is, whether the number of taken cells is even.
    pub fn a_to_move(&self) -> bool {
        self.area().is_multiple_of(2)
    }

    /// Checks that this is a contour of a board of `rows` × `columns`.
    ///
    /// # Errors
    /// [`PositionError`] if a taken cell lies outside the board.
    #[inline]
    pub fn check(&self, rows: usize, columns: usize) -> Result<(), PositionError> {
        // No row is longer than the first, and below an empty row all are empty.
        if rows < MAX_SIDE && self.rows[rows] != 0 {
            return Err(PositionError::BelowBoard { row: rows, rows });
        }
        if usize::from(self.rows[0]) > columns {
            return Err(PositionError::BesideBoard { taken: self.rows[0], columns });
        }
        Ok(())
    }

    /// The position after a move; `None` if the move is not legal on this board.
    pub fn after(&self, board: &Board, Move { row, column }: Move) -> Option<Position> {
        let free =
            row < board.rows() && column < board.columns() && usize::from(self.rows[row]) == column;
        let reached = free && (row == 0 || usize::from(self.rows[row - 1]) > column);
        reached.then(|| {
            let mut next = *self;
            next.rows[row] += 1;
            next
        })
    }

    /// The index among the C(rows + columns, rows) contours of a board: the colexicographic rank of
    /// the path.
    ///
    /// # Errors
    /// As [`Position::check`].
    pub fn rank(&self, rows: usize, columns: usize) -> Result<usize, PositionError> {
        self.check(rows, columns)?;
        Ok(rank_path(path_of_rows(&self.rows[..rows])))
    }

    /// The contour with this rank; `None` if the board has no more than `rank` contours.
    ///
    /// # Panics
    /// Unless rows and columns are 1 to 16.
    pub fn unrank(rows: usize, columns: usize, rank: usize) -> Option<Position> {
        let exists = rank < choose(rows + columns, rows);
        exists.then(|| Position { rows: rows_of_path(unrank_path(rows + columns, rows, rank)) })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        staircase::write_rows(&self.rows, f)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        Ok(Position { rows: staircase::read_rows(text, MAX_SIDE)? })
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let (row, column) = read_cell(text, MAX_SIDE).ok_or_else(|| MoveError {
            text: beginning(text),
            expected: "; expected a row and a column, counted from 0, such as `2,1`",
        })?;
        Ok(Move { row, column })
    }
}

/// A contour on its board.
#[derive(Clone, Debug, Display, PartialEq)]
#[display("{position}")]
#[non_exhaustive]
pub struct ContourPosition {
    /// The contour, which has been checked to be one of the board's.
    pub position: Position,
    /// The board.
    pub board: Arc<Board>,
}

impl ContourPosition {
    /// A contour on its board.
    ///
    /// # Errors
    /// If the contour is larger than the board.
    pub fn new(position: Position, board: Arc<Board>) -> Result<Self, PositionError> {
        position.check(board.rows(), board.columns())?;
        Ok(Self { position, board })
    }
}
