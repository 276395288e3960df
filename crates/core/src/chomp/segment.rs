//! Segments: the positions whose paths differ in their lowest nine steps only, solved as one word.
//!
//! The paths with given upper steps and *k* ones in the lowest nine have C(9, k) ≤ 126 consecutive
//! ranks. Their lowest steps are the paths of all staircases in a box of k × b cells, k + b = 9,
//! and the rank of a staircase is the number of its bit. A word of 128 bits holds them all.

use crate::staircase::{choose, rank_path, unrank_path};

/// The number of steps that differ in a segment.
pub(super) const STEPS: usize = 9;

/// How many different numbers of ones a segment can have.
pub(super) const KINDS: usize = STEPS + 1;

/// The length of the longest segment, C(9, 4).
const LONGEST: usize = 126;

/// A word for each number of ones and each rank of a staircase λ in a segment.
type Masks = [[u128; LONGEST]; KINDS];

/// Constants of the moves inside segments, and of those that lead into them.
#[derive(Clone, Debug)]
pub(super) struct SegmentMoves {
    /// The staircases that have a move to λ inside the segment.
    parents: Box<Masks>,
    /// λ itself, and the staircases that become λ if all their rows longer than the first row of λ
    /// are cut to its length.
    lifted: Box<Masks>,
    /// `firsts[ones][length][longer]`: see [`cut`](Self::cut).
    firsts: [[[u8; KINDS]; KINDS]; KINDS],
}

/// The number of positions of a segment with `ones` ones.
pub(super) const fn len(ones: usize) -> usize {
    choose(STEPS, ones)
}

/// A word with the lowest `bits` bits set.
const fn low(bits: usize) -> u128 {
    (1 << bits) - 1
}

impl SegmentMoves {
    pub(super) fn new() -> Self {
        let masks = || Box::new([[0; LONGEST]; KINDS]);
        let firsts = [[[0; KINDS]; KINDS]; KINDS];
        let mut moves = Self { parents: masks(), lifted: masks(), firsts };
        for ones in 0..KINDS {
            for rank in 0..len(ones) {
                moves.add(ones, rank);
            }
            for length in 0..=STEPS - ones {
                let firsts = &mut moves.firsts[ones][length];
                for longer in 1..=STEPS - ones - length {
                    let step = choose(ones + length + longer - 1, ones + longer);
                    firsts[longer] = firsts[longer - 1] + step as u8;
                }
            }
        }
        moves
    }

    /// Adds a staircase to the parents of the staircases that its moves lead to, and to `lifted` of
    /// those that the moves of its first row lead to.
    fn add(&mut self, ones: usize, rank: usize) {
        let path = unrank_path(STEPS, ones, rank);
        let (parents, lifted) = (&mut self.parents[ones], &mut self.lifted[ones]);
        lifted[rank] |= 1 << rank;
        for zero in (0..STEPS).filter(|zero| path >> zero & 1 == 0) {
            let mut above = path >> zero << zero;
            while above != 0 {
                let one = above.ilog2();
                let child = rank_path(sorted(path, zero, one as usize));
                parents[child] |= 1 << rank;
                if above.ilog2() == path.ilog2() {
                    lifted[child] |= 1 << rank;
                }
                above ^= 1 << one;
            }
        }
    }

    /// The losing positions of a segment with `ones` ones. `marks` are the positions that have a
    /// move to a losing position outside the segment.
    ///
    /// Moves lead to lower ranks, so the lowest position that is not marked is losing, and marks
    /// its parents.
    #[inline]
    pub(super) fn solve(&self, ones: usize, marks: u128) -> u128 {
        let parents = &self.parents[ones];
        let mut open = low(len(ones)) & !marks;
        let mut losing = 0;
        while open != 0 {
            let first = open & open.wrapping_neg();
            losing |= first;
            open &= !(first | parents[first.trailing_zeros() as usize % LONGEST]);
        }
        losing
    }

    /// The marks of a segment with `ones` ones by cuts to `length` < b cells: the staircases that
    /// become losing when their rows are cut to `length` and `longer` rows of that length are put
    /// above them. `losing` is the word of the losing positions of the segment that the cuts lead
    /// to.
    ///
    /// A position after such a cut has the path of the cut staircase in its lowest `ones + length`
    /// steps, then a one for each of the `longer` rows, then zeros: those are consecutive ranks.
    #[inline]
    pub(super) fn cut(&self, ones: usize, length: usize, longer: usize, losing: u128) -> u128 {
        let first = self.firsts[ones][length][longer];
        let mut rest = losing >> (first % 128) & low(choose(ones + length, ones));
        let mut lifted = 0;
        while rest != 0 {
            let rank = rest.trailing_zeros() as usize;
            // A staircase whose first row is shorter than `length` was not cut.
            let full = ones > 0 && rank >= choose(ones + length - 1, ones);
            lifted |= if full { self.lifted[ones][rank % LONGEST] } else { 1 << rank };
            rest &= rest - 1;
        }
        lifted
    }
}

/// A path after a move: between a zero and a one above it, all ones come first.
#[inline]
pub(super) const fn sorted(path: u32, zero: usize, one: usize) -> u32 {
    let window = ((2 << one) - 1) & !((1 << zero) - 1);
    let ones = (path & window).count_ones();
    path & !window | ((1 << ones) - 1) << zero
}
