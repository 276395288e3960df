//! Boards: two scores per cell.

use super::error::{BoardError, MAX_SCORE};
use crate::staircase::{MAX_SIDE, choose};

/// The longest side in the contest's format.
pub(super) const CONTEST_SIDE: usize = 10;
/// The largest score in the contest's format.
pub(super) const CONTEST_SCORE: u32 = 100_000;

/// An n × m board, 1 ≤ n, m ≤ 16, with the scores of A and of B for each cell, 0 to 2³¹ − 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// Row by row.
    cells: Vec<(u32, u32)>,
}

impl Board {
    /// The board with the scores `a[row][column]` of A and `b[row][column]` of B.
    ///
    /// # Errors
    /// [`BoardError`] if a side is 0 or exceeds 16, if rows differ in length, or if a score exceeds
    /// 2³¹ − 1.
    pub fn new(a: &[Vec<u32>], b: &[Vec<u32>]) -> Result<Board, BoardError> {
        let (rows, columns) = (a.len(), a.first().map_or(0, Vec::len));
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&columns) {
            return Err(BoardError::Side(rows, columns));
        }
        if b.len() != rows {
            return Err(BoardError::Rows(rows, b.len()));
        }
        for (player, scores) in [('A', a), ('B', b)] {
            for (row, line) in scores.iter().enumerate() {
                if line.len() != columns {
                    return Err(BoardError::Row(player, row, line.len(), columns));
                }
                if let Some(column) = line.iter().position(|&score| score > MAX_SCORE) {
                    return Err(BoardError::Score(player, row, column, line[column]));
                }
            }
        }
        let cells = a.iter().flatten().copied().zip(b.iter().flatten().copied()).collect();
        Ok(Board { rows, columns, cells })
    }

    /// n, the number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// m, the number of columns.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// C(n + m, n), the number of contours: 2 to 601,080,390.
    pub fn contours(&self) -> usize {
        choose(self.rows + self.columns, self.rows)
    }

    /// The scores of A and of B for a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn cell(&self, row: usize, column: usize) -> (u32, u32) {
        assert!(column < self.columns, "column {column} of a board of {} columns", self.columns);
        self.cells[row * self.columns + column]
    }

    /// The scores (a, b) of every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.cells.iter().copied()
    }

    /// The bytes that the board's fingerprint is a hash of, 2 + 8 n m of them: n and m in a byte
    /// each, then all a and then all b row by row, four bytes each, little-endian. Different boards
    /// have different bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 + 8 * self.cells.len());
        bytes.extend([self.rows as u8, self.columns as u8]);
        bytes.extend(self.cells().flat_map(|(a, _)| a.to_le_bytes()));
        bytes.extend(self.cells().flat_map(|(_, b)| b.to_le_bytes()));
        bytes
    }

    pub(super) fn from_cells(rows: usize, columns: usize, cells: Vec<(u32, u32)>) -> Board {
        debug_assert_eq!(cells.len(), rows * columns);
        Board { rows, columns, cells }
    }
}
