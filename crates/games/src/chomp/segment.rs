//! Segments: the staircases in a small box, solved as one word.
//!
//! A box of r rows and c columns has C(r + c, r) staircases. If these are at most 128 a word holds
//! them all; the rank of a staircase is the number of its bit.

use super::bit_layout::{LONGEST, is_segment};
use super::paths::choose;

/// Constants of the moves inside segments.
#[derive(Clone, Debug)]
pub(super) struct SegmentMoves {
    /// By box and rank of a staircase λ: the staircases of the box that have a move to λ.
    parents: Vec<u128>,
    /// By rows and columns: where the masks of a box begin.
    starts: Vec<usize>,
    columns: usize,
}

/// A word with the lowest `bits` bits set.
#[inline]
pub(super) const fn low(bits: u64) -> u128 {
    if bits >= LONGEST as u64 { u128::MAX } else { (1 << bits) - 1 }
}

impl SegmentMoves {
    /// Of boxes of up to this many rows and columns.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let mut moves = Self { parents: Vec::new(), starts: Vec::new(), columns };
        for rows in 0..=rows {
            for columns in 0..=columns {
                moves.starts.push(moves.parents.len());
                if is_segment(rows, columns) {
                    moves.add(rows, columns);
                }
            }
        }
        moves
    }

    fn add(&mut self, rows: usize, columns: usize) {
        let start = self.parents.len();
        self.parents.resize(start + choose(rows + columns, rows) as usize, 0);
        let parents = &mut self.parents[start..];
        let term = |row: usize, cells: u8| {
            let from_below = rows - row;
            choose(usize::from(cells) + from_below - 1, from_below)
        };
        let mut cells = vec![0; rows];
        for number in 0..parents.len() {
            let mut above = 0;
            for row in 0..rows {
                for column in 0..cells[row] {
                    let cut = (row..rows).map(|row| term(row, cells[row].min(column)));
                    parents[(above + cut.sum::<u64>()) as usize] |= 1 << number;
                }
                above += term(row, cells[row]);
            }
            debug_assert_eq!(above, number as u64, "the rank");
            // The next one: the lowest row that can be longer is, and those below it are empty.
            let longest = |row: usize| if row == 0 { columns as u8 } else { cells[row - 1] };
            if let Some(row) = (0..rows).rev().find(|&row| cells[row] < longest(row)) {
                cells[row] += 1;
                cells[row + 1..].fill(0);
            }
        }
    }

    /// The losing positions of a segment. `open` are the positions that have no move to a losing
    /// position outside the segment.
    ///
    /// Moves lead to lower ranks, so the lowest position that is not marked is losing, and marks
    /// its parents.
    #[inline]
    pub(super) fn solve(&self, rows: usize, columns: usize, mut open: u128) -> u128 {
        let parents = &self.parents[self.starts[rows * (self.columns + 1) + columns]..];
        let mut losing = 0;
        while open != 0 {
            let rank = open.trailing_zeros() as usize;
            losing |= 1 << rank;
            open &= !(1 << rank | parents[rank]);
        }
        losing
    }
}
