//! The index of a family: every position of a bar by the rank of its path.

use thiserror::Error;

use super::Position;
use crate::staircase::{MAX_SIDE, choose, path_of_rows, rank_path, unrank_path};

/// All positions of a bar of m × n cells, m ≤ n, nothing left included: C(m + n, m). A position's
/// index is the colexicographic rank of its path; 0 is nothing left, the last is the whole bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    rows: u8,
    columns: u8,
}

impl Index {
    /// The positions of a bar. One with more rows than columns is transposed.
    ///
    /// # Errors
    /// [`SizeError`] unless rows and columns are 1 to 16.
    pub fn new(rows: usize, columns: usize) -> Result<Self, SizeError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(SizeError { rows, columns });
        }
        Ok(Self { rows: rows.min(columns) as u8, columns: rows.max(columns) as u8 })
    }

    /// m, the rows of the bar.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// n, its columns, never fewer than rows.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The steps of a path: m + n.
    pub(super) const fn steps(&self) -> usize {
        self.rows() + self.columns()
    }

    /// How many positions there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a bar has two positions at least")]
    pub const fn len(&self) -> u64 {
        choose(self.steps(), self.rows()) as u64
    }

    /// The path of a position that fits into the bar as it is or, if not, transposed.
    pub(super) fn path_of(&self, position: &Position) -> Option<u32> {
        let fits = |rows, columns| rows <= self.rows() && columns <= self.columns();
        let (rows, columns) = (position.rows(), position.columns());
        if fits(rows, columns) {
            Some(path_of_rows(&position.left()[..self.rows()]))
        } else if fits(columns, rows) {
            Some(path_of_rows(&position.transposed().left()[..self.rows()]))
        } else {
            None
        }
    }

    /// The index of a position, or of its transpose if only that fits into the bar; `None` if
    /// neither does.
    #[must_use]
    pub fn index_of(&self, position: &Position) -> Option<u64> {
        Some(rank_path(self.path_of(position)?) as u64)
    }

    /// The position of an index; `None` if there are not so many.
    #[must_use]
    pub fn position(&self, index: u64) -> Option<Position> {
        let is_one = index < self.len();
        is_one.then(|| Position::from_path(unrank_path(self.steps(), self.rows(), index as usize)))
    }
}

/// There is no bar of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a bar has 1 to {MAX_SIDE} rows and 1 to {MAX_SIDE} columns, not {rows} x {columns}")]
pub struct SizeError {
    /// The rows asked for.
    pub rows: usize,
    /// The columns asked for.
    pub columns: usize,
}
