//! The index of a family: every position of a bar, by the rank of its path.

use std::array;

use thiserror::Error;

use super::paths::choose;
use super::{MAX_SIDE, MAX_STEPS, Position};

/// The perfect index of all C(m + n, m) positions of a bar of m × n cells, m ≤ n. The index of a
/// position is the colexicographic rank of its path; 0 is the position with no cell left, the last
/// is the whole bar.
///
/// The one of the j-th row from below (j = 1, 2, …), which has a cells, is bit a + j − 1 of the path.
/// So it adds C(a + j − 1, j) to the rank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    rows: u8,
    columns: u8,
    /// By row and cells: what the row adds to the rank.
    terms: Vec<Terms>,
}

/// By the cells of a row, of which there are up to 63: what it adds to a sum. As many as the low bits of a byte
/// can address, so that no look-up needs a bounds check.
pub(super) type Terms = [u64; MAX_SIDE + 1];

/// What the first rows of a position add, one after another.
#[inline(always)]
pub(super) fn sum(terms: &[Terms], left: &[u8]) -> u64 {
    terms.iter().zip(left).map(|(terms, &cells)| terms[usize::from(cells) & MAX_SIDE]).sum()
}

impl Index {
    /// Whether there is an index of a bar: with 1 row and 1 column or more, and 64 at most together.
    pub const fn has_size(rows: usize, columns: usize) -> bool {
        let is_bar = 1 <= rows && rows <= MAX_SIDE && 1 <= columns && columns <= MAX_SIDE;
        is_bar && rows + columns <= MAX_STEPS
    }

    /// The index of the positions of a bar. A bar with more rows than columns is transposed.
    ///
    /// # Errors
    /// [`SizeError`] unless rows and columns are 1 or more, and 64 at most together.
    pub fn new(rows: usize, columns: usize) -> Result<Self, SizeError> {
        if !Self::has_size(rows, columns) {
            return Err(SizeError { rows, columns });
        }
        let (rows, columns) = (rows.min(columns), rows.max(columns));
        let terms = |from_below: usize| {
            let term = |cells: usize| choose(cells + from_below - 1, from_below);
            array::from_fn(|cells| if cells <= columns { term(cells) } else { 0 })
        };
        let terms = (1..=rows).rev().map(terms).collect();
        Ok(Self { rows: rows as u8, columns: columns as u8, terms })
    }

    /// m, the number of rows of the bar.
    #[inline]
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// n, the number of columns of the bar, at least m.
    #[inline]
    pub const fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The number of positions.
    #[expect(clippy::len_without_is_empty, reason = "a bar has two positions at least")]
    pub const fn len(&self) -> u64 {
        choose(self.rows() + self.columns(), self.rows())
    }

    /// The result of `of` for a position that fits into the bar, or else for its transpose; `None` if neither
    /// fits.
    #[inline(always)]
    pub(super) fn fitted(&self, position: &Position, of: impl Fn(&Position) -> u64) -> Option<u64> {
        if self.has(position) {
            return Some(of(position));
        }
        self.transposed(position).map(|position| of(&position))
    }

    #[cold]
    fn transposed(&self, position: &Position) -> Option<Position> {
        Some(position.transposed()).filter(|position| self.has(position))
    }

    /// Whether a position fits into the bar as it is.
    #[inline(always)]
    fn has(&self, position: &Position) -> bool {
        let left = position.left();
        left[self.rows()] == 0 && left[0] <= self.columns
    }

    /// The index of a position, or of its transpose if only that fits into the bar; `None` if
    /// neither fits.
    #[inline(always)]
    pub fn index_of(&self, position: &Position) -> Option<u64> {
        self.fitted(position, |position| sum(&self.terms, position.left()))
    }

    /// The position with this index; `None` if `index` is not below [`len`](Self::len).
    pub fn position(&self, index: u64) -> Option<Position> {
        if index >= self.len() {
            return None;
        }
        let mut rest = index;
        let rows = self.terms.iter().map(|terms| {
            let cells = terms[..=self.columns()].partition_point(|&term| term <= rest) - 1;
            rest -= terms[cells];
            cells as u8
        });
        let left: Vec<u8> = rows.collect();
        Some(Position::new(&left).expect("the terms of a row grow with its cells"))
    }
}

/// There is no bar of this size, or it has more positions than can be counted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a bar has at least 1 row and 1 column, and at most {MAX_STEPS} together, not {rows} x {columns}"
)]
pub struct SizeError {
    /// The rows asked for.
    pub rows: usize,
    /// The columns asked for.
    pub columns: usize,
}
