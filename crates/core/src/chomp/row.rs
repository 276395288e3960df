//! Rows: the positions whose paths differ in their lowest nine steps only, solved as one word.
//!
//! With its upper steps fixed, a path of *k* ones in the lowest nine has C(9, k) ≤ 126 brothers of
//! consecutive ranks: a staircase in a box of k × b cells, k + b = 9, of which the rank is the place
//! of its bit. A word of 128 bits has them all.

use crate::staircase::{choose, rank_path, unrank_path};

/// Steps of a row.
pub(super) const STEPS: usize = 9;

/// How many counts of ones a row can have.
pub(super) const KINDS: usize = STEPS + 1;

/// The longest row, C(9, 4).
const LONGEST: usize = 126;

/// By number of ones and rank of a staircase λ in a row.
type Masks = [[u128; LONGEST]; KINDS];

/// What moves do inside of rows.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// The staircases that can become λ by a move inside of the row.
    parents: Box<Masks>,
    /// The staircases that λ is what is left of, if all rows longer than λ's first are cut to its
    /// length, and λ itself.
    lifted: Box<Masks>,
    /// `firsts[ones][length][longer]`: see [`cut`](Self::cut).
    firsts: [[[u8; KINDS]; KINDS]; KINDS],
}

/// How many positions a row with so many ones has.
pub(super) const fn len(ones: usize) -> usize {
    choose(STEPS, ones)
}

/// The lowest bits.
const fn low(bits: usize) -> u128 {
    (1 << bits) - 1
}

impl Rows {
    pub(super) fn new() -> Self {
        let masks = || Box::new([[0; LONGEST]; KINDS]);
        let firsts = [[[0; KINDS]; KINDS]; KINDS];
        let mut rows = Self { parents: masks(), lifted: masks(), firsts };
        for ones in 0..KINDS {
            for rank in 0..len(ones) {
                rows.add(ones, rank);
            }
            for length in 0..=STEPS - ones {
                let firsts = &mut rows.firsts[ones][length];
                for longer in 1..=STEPS - ones - length {
                    let step = choose(ones + length + longer - 1, ones + longer);
                    firsts[longer] = firsts[longer - 1] + step as u8;
                }
            }
        }
        rows
    }

    /// Notes what a staircase becomes: it is a parent of what each of its moves leaves, and is
    /// lifted from what the moves of its first row leave.
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

    /// The losing positions of a row with so many ones, when `marks` has those that can move to a
    /// losing one outside of the row.
    ///
    /// Moves lead to lower ranks, so the lowest position that is not marked loses, and marks its
    /// parents.
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

    /// The staircases of a row with `ones` ones whose rows cut to `length` < b cells, below `longer`
    /// rows of that length, are losing; `losing` is the row where those are.
    ///
    /// Such a staircase has the path of the cut one in the lowest `ones + length` steps, then a one
    /// for each longer row, then zeros: consecutive ranks.
    #[inline]
    pub(super) fn cut(&self, ones: usize, length: usize, longer: usize, losing: u128) -> u128 {
        let first = self.firsts[ones][length][longer];
        let mut rest = losing >> (first % 128) & low(choose(ones + length, ones));
        let mut lifted = 0;
        while rest != 0 {
            let rank = rest.trailing_zeros() as usize;
            // One that is shorter than `length` was not cut.
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
