//! Boards in the course of a game, their moves, and the texts of both.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::combinatorics::bits;
use crate::texts::{MoveError, write_cell};
use perfectplay_core::text::quoted;

/// A board of n × n cells, 1 ≤ n ≤ 8, each empty or filled with a 0 or a 1, with as many 0s as 1s
/// or one more.
///
/// The text is its rows, topmost first, joined by `/`, with `.` for an empty cell:
/// `01.1/00../.01./...1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    size: u8,
    /// `filled[digit]`: bit 8·row + column of each cell that holds the digit.
    filled: [u64; 2],
}

/// Filling an empty cell with the mover's digit. The text is `row,column`, 0-based: `1,2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The row, 0 to 7, the top one being 0.
    pub row: u8,
    /// The column, 0 to 7, the left one being 0.
    pub column: u8,
}

impl Move {
    /// The cell's bit in the masks of a [`Position`]: 1 at place 8·row + column.
    pub(super) const fn bit(self) -> u64 {
        1 << (8 * self.row + self.column)
    }

    pub(super) const fn of_place(place: u32) -> Self {
        Self { row: (place / 8) as u8, column: (place % 8) as u8 }
    }
}

impl Position {
    /// The largest number of rows and columns.
    pub const MAX_SIZE: usize = 8;

    /// The empty board of `size` × `size` cells.
    ///
    /// # Errors
    /// [`PositionError::Size`] if `size` is not 1 to 8.
    pub fn empty(size: usize) -> Result<Self, PositionError> {
        Self::from_masks(size, [0; 2])
    }

    /// The board of `size` × `size` cells that holds digit d in the cells of `filled[d]`: bit
    /// 8·row + column of each.
    ///
    /// # Errors
    /// [`PositionError`] if `size` is not 1 to 8, a bit is outside the board or set for both
    /// digits, or the counts of the digits do not occur in the game.
    pub fn from_masks(size: usize, filled: [u64; 2]) -> Result<Self, PositionError> {
        if !(1..=Self::MAX_SIZE).contains(&size) {
            return Err(PositionError::Size(size));
        }
        let wrong = filled[0] & filled[1] | (filled[0] | filled[1]) & !board(size);
        if wrong != 0 {
            let Move { row, column } = Move::of_place(wrong.trailing_zeros());
            return Err(PositionError::Mask { row: row.into(), column: column.into(), size });
        }
        let [zeros, ones] = filled.map(u64::count_ones);
        if ones > zeros {
            return Err(PositionError::TooManyOnes { zeros, ones });
        }
        if zeros > ones + 1 {
            return Err(PositionError::TooManyZeros { zeros, ones });
        }
        Ok(Self { size: size as u8, filled })
    }

    /// Skips the checks of [`from_masks`](Self::from_masks): for masks that come from a position, by
    /// moves or symmetries or as they are.
    #[inline]
    pub const fn from_valid_masks(size: usize, filled: [u64; 2]) -> Self {
        Self { size: size as u8, filled }
    }

    /// n, the number of rows and of columns.
    #[inline]
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// The cells that hold 0 and those that hold 1: bit 8·row + column of each.
    #[inline]
    pub const fn filled(&self) -> [u64; 2] {
        self.filled
    }

    /// The empty cells: bit 8·row + column of each.
    pub const fn empty_cells(&self) -> u64 {
        board(self.size as usize) & !(self.filled[0] | self.filled[1])
    }

    /// The digit of the player to move: 0 if there are as many 0s as 1s, else 1. On a full board it
    /// is that of the player whose turn it would be.
    pub const fn mover(&self) -> usize {
        (self.filled[0].count_ones() != self.filled[1].count_ones()) as usize
    }

    /// The digit in a cell; `None` if it is empty or outside the board.
    pub const fn get(&self, cell: Move) -> Option<u8> {
        if cell.row >= self.size || cell.column >= self.size {
            return None;
        }
        match (self.filled[0] & cell.bit(), self.filled[1] & cell.bit()) {
            (0, 0) => None,
            (0, _) => Some(1),
            _ => Some(0),
        }
    }

    /// The moves: every empty cell, row by row.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        bits(self.empty_cells()).map(Move::of_place)
    }

    /// The board after a move; `None` if the cell is not an empty cell of the board.
    pub const fn after(&self, step: Move) -> Option<Self> {
        let is_on_board = step.row < self.size && step.column < self.size;
        if !is_on_board || self.empty_cells() & step.bit() == 0 {
            return None;
        }
        let mut after = *self;
        after.filled[self.mover()] |= step.bit();
        Some(after)
    }
}

/// The cells of an n × n board, 1 ≤ n ≤ 8.
pub(super) const fn board(size: usize) -> u64 {
    let row = u64::MAX >> (64 - size);
    let rows = 0x0101_0101_0101_0101 & (u64::MAX >> (64 - 8 * size));
    rows * row
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.size {
                f.write_str(match self.get(Move { row, column }) {
                    None => ".",
                    Some(0) => "0",
                    Some(_) => "1",
                })?;
            }
        }
        Ok(())
    }
}

/// Why a text or two masks are not a board. Rows and columns are 0-based, as in moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum PositionError {
    /// The text is empty.
    #[error("no board given: write its rows as in `01.1/00../.01./...1`")]
    Empty,
    /// The board is too large (or has no cells): its number of rows.
    #[error("a board has 1 to 8 rows, not {0}")]
    Size(usize),
    /// The number of cells of a row is not the number of rows.
    #[error("row {row}: expected {size} cells, as many as there are rows, found {cells}")]
    Ragged { row: usize, cells: usize, size: usize },
    /// A cell holds something other than `0`, `1` or `.`.
    #[error("row {row}, column {column}: {} is not `0`, `1` or `.`", quoted(.letter))]
    Letter { row: usize, column: usize, letter: String },
    /// A mask has a bit outside the board, or both have the same one.
    #[error("row {row}, column {column}: {}", wrong_bit(*row, *column, *size))]
    Mask { row: usize, column: usize, size: usize },
    /// More 1s than 0s.
    #[error("{ones} 1s and {zeros} 0s: player 0 begins, so there are never more 1s than 0s")]
    TooManyOnes { zeros: u32, ones: u32 },
    /// At least two more 0s than 1s.
    #[error("{zeros} 0s and {ones} 1s: the players alternate, so there is at most one 0 more")]
    TooManyZeros { zeros: u32, ones: u32 },
}

fn wrong_bit(row: usize, column: usize, size: usize) -> String {
    if row < size && column < size {
        "both digits in one cell".to_owned()
    } else {
        format!("a digit outside the {size}×{size} board")
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(PositionError::Empty);
        }
        let size = text.split('/').count();
        if size > Self::MAX_SIZE {
            return Err(PositionError::Size(size));
        }
        let mut filled = [0; 2];
        for (row, cells) in text.split('/').enumerate() {
            for (column, letter) in cells.chars().enumerate() {
                let digit = match letter {
                    '.' => continue,
                    '0' => 0,
                    '1' => 1,
                    _ => {
                        let letter = letter.to_string();
                        return Err(PositionError::Letter { row, column, letter });
                    }
                };
                if column < size {
                    filled[digit] |= 1 << (8 * row + column);
                }
            }
            let cells = cells.chars().count();
            if cells != size {
                return Err(PositionError::Ragged { row, cells, size });
            }
        }
        Self::from_masks(size, filled)
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
        match *text.trim().as_bytes() {
            [row @ b'0'..=b'7', b',', column @ b'0'..=b'7'] => {
                Ok(Self { row: row - b'0', column: column - b'0' })
            }
            _ => Err(MoveError::new(text, ": write row,column, each 0 to 7, as in `1,2`")),
        }
    }
}
