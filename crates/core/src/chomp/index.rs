//! The index of a family: every position of a bar, by the rank of its path.

use thiserror::Error;

use super::Position;
use crate::staircase::{MAX_SIDE, choose, path_of_rows, rank_path, unrank_path};

/// The perfect index of all C(m + n, m) positions of a bar of m × n cells, m ≤ n. The index of a
/// position is the colexicographic rank of its path; 0 is the position with no cell left, the last
/// is the whole bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    rows: u8,
    columns: u8,
}

impl Index {
    /// The index of the positions of a bar. A bar with more rows than columns is transposed.
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

    /// m, the number of rows of the bar.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// n, the number of columns of the bar, at least m.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The number of steps of a path, m + n.
    pub(super) const fn steps(&self) -> usize {
        self.rows() + self.columns()
    }

    /// The number of positions.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a bar has two positions at least")]
    pub const fn len(&self) -> u64 {
        choose(self.steps(), self.rows()) as u64
    }

    /// The path of a position that fits into the bar, or else of its transpose; `None` if neither
    /// fits.
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
    /// neither fits.
    #[must_use]
    pub fn index_of(&self, position: &Position) -> Option<u64> {
        Some(rank_path(self.path_of(position)?) as u64)
    }

    /// The position with this index; `None` if `index` is not below [`len`](Self::len).
    #[must_use]
    pub fn position(&self, index: u64) -> Option<Position> {
        let exists = index < self.len();
        exists.then(|| Position::from_path(unrank_path(self.steps(), self.rows(), index as usize)))
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
