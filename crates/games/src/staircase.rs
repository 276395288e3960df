//! Staircases: rows of cells, none longer than the row above. What the games on them share: paths,
//! their ranks, and the text of the rows.
//!
//! A staircase in a box of n × m cells is given by a path of n + m unit steps, its border from the
//! bottom left to the top right corner: bit 0 is the first step, a one goes up, a zero goes right.
//! The j-th one from below (j = 1..=n), at bit p, goes up along row n − j. There are p − (j − 1)
//! zeros below it, which is the number of cells of that row.
//!
//! The *colexicographic rank* of a path with ones at bits p₁ < p₂ < … is Σⱼ C(pⱼ, j): its place
//! among all paths with as many ones when they are sorted as binary numbers (the combinatorial
//! number system).

use std::fmt;
use std::iter;

use crate::combinatorics::bits;
pub use crate::combinatorics::choose;
use crate::texts::{read_number, write_numbers};

/// The most rows, and the most cells of a row.
pub const MAX_SIDE: usize = 16;

/// The rank of a path among the paths with as many ones, below C(n + m, n). O(number of ones).
pub fn rank_path(path: u32) -> usize {
    (1..).zip(bits(path)).map(|(j, bit)| choose(bit as usize, j)).sum()
}

/// The path of `steps` steps with `ones` ones and this rank: the inverse of [`rank_path`]. O(number
/// of steps).
///
/// `rank` must be below C(`steps`, `ones`), and `steps` at most 32; otherwise the result has no
/// meaning.
pub const fn unrank_path(steps: usize, ones: usize, rank: usize) -> u32 {
    let (mut rest, mut left, mut path, mut bit) = (rank, ones, 0, steps);
    while bit > 0 {
        bit -= 1;
        if left > 0 && rest >= choose(bit, left) {
            rest -= choose(bit, left);
            left -= 1;
            path |= 1 << bit;
        }
    }
    path
}

/// The path of the staircase with these numbers of cells per row, topmost first, in a box of as
/// many rows.
///
/// No row may be longer than the one above; there may be at most 16 rows and 16 cells in a row.
#[inline]
pub fn path_of_rows(rows: &[u8]) -> u32 {
    let below = (0..rows.len()).rev();
    rows.iter().zip(below).fold(0, |path, (&cells, below)| path | 1 << (usize::from(cells) + below))
}

/// The numbers of cells per row of the staircase with this path, topmost first: the inverse of
/// [`path_of_rows`].
pub fn rows_of_path(mut path: u32) -> [u8; MAX_SIDE] {
    let mut rows = [0; MAX_SIDE];
    let count = path.count_ones() as usize;
    for (below, cells) in rows[..count].iter_mut().rev().enumerate() {
        *cells = path.trailing_zeros() as u8 - below as u8;
        path &= path - 1;
    }
    rows
}

/// Why a text or a list of numbers is not a staircase. Rows are 0-based. Each game converts this to
/// an error of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RowsError {
    /// A word that is not a number of cells of a row.
    Word { row: usize, word: String },
    /// More rows than there may be.
    TooManyRows,
    /// A row with more cells than the row above.
    Longer { row: usize, cells: u8, above: u8 },
}

/// Checks that these numbers of cells per row are a staircase of at most `most` rows and columns, and
/// returns them followed by zeros.
pub(crate) fn rows_of_counts<const N: usize>(
    counts: &[u8],
    most: usize,
) -> Result<[u8; N], RowsError> {
    let mut rows = [0; N];
    for (row, &cells) in counts.iter().enumerate() {
        if usize::from(cells) > most {
            return Err(RowsError::Word { row, word: cells.to_string() });
        }
        if row >= most {
            return Err(RowsError::TooManyRows);
        }
        rows[row] = cells;
        if row > 0 && cells > rows[row - 1] {
            return Err(RowsError::Longer { row, cells, above: rows[row - 1] });
        }
    }
    Ok(rows)
}

/// Reads the numbers of cells per row as [`write_rows`] writes them; zero rows at the end are
/// accepted.
pub(crate) fn read_rows<const N: usize>(text: &str, most: usize) -> Result<[u8; N], RowsError> {
    let mut counts = [0; N];
    let mut rows = 0;
    for (row, word) in text.split(',').enumerate() {
        let cells = read_number(word).filter(|&cells| cells <= most);
        let cells = cells.ok_or_else(|| RowsError::Word { row, word: word.to_owned() })?;
        if row >= most {
            return Err(RowsError::TooManyRows);
        }
        counts[row] = cells as u8;
        rows = row + 1;
    }
    rows_of_counts(&counts[..rows], most)
}

/// Writes the numbers of cells per row, `3,3,1`: without zero rows at the end, and `0` if all are
/// zero.
pub(crate) fn write_rows(rows: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let below = rows[1..].iter().copied().take_while(|&cells| cells > 0);
    write_numbers::<{ 4 * 64 }>(iter::once(rows[0]).chain(below), b',', f)
}
