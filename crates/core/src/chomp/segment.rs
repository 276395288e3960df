//! Segments: the staircases in a small box, solved as one word.
//!
//! A box of r rows and c columns has C(r + c, r) staircases. If these are at most 128 a word holds
//! them all; the rank of a staircase is the number of its bit.

use super::layout::{LONGEST, is_segment};
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
    /// Of boxes of up to so many rows and columns.
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
        let staircases = staircases(rows, columns);
        self.parents.resize(start + staircases.len(), 0);
        let parents = &mut self.parents[start..];
        let rank = |cells: &[u8]| {
            let terms = cells.iter().zip((1..=rows).rev());
            terms.map(|(&cells, below)| choose(usize::from(cells) + below - 1, below)).sum::<u64>()
        };
        for (number, cells) in staircases.iter().enumerate() {
            debug_assert_eq!(rank(cells), number as u64);
            for row in 0..rows {
                for column in 0..cells[row] {
                    let cut = |(below, &left): (usize, &u8)| match below < row {
                        true => left,
                        false => left.min(column),
                    };
                    let child: Vec<u8> = cells.iter().enumerate().map(cut).collect();
                    parents[rank(&child) as usize] |= 1 << number;
                }
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

/// The staircases in a box, in the order of their ranks.
fn staircases(rows: usize, columns: usize) -> Vec<Vec<u8>> {
    if rows == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first: usize| {
        let below = staircases(rows - 1, first).into_iter();
        below.map(move |rest| [vec![first as u8], rest].concat())
    };
    (0..=columns).flat_map(with_first).collect()
}
