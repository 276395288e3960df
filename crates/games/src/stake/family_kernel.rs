//! The entries of one pattern of a family, from those of the patterns that moves lead to.
//!
//! A move in an empty cell leads from all assignments of a pattern to assignments of one other
//! pattern, its *child*. The symmetry that makes the child canonical takes the i-th filled cell of the
//! pattern to a place among the child's cells, so it takes the zeros of an assignment, bit by bit, to
//! a *moved* mask (with the bit of the filled cell where zeros move); the rank of that is the child's
//! entry. One child after the other is read, and the least score of each assignment kept.
//!
//! A pattern's cells are cut in two: those of the upper rows, which have the low bits, and those of the
//! lower rows. In the order of their ranks, assignments run through the high halves, and for each
//! through all low halves with the right number of bits: a *run*, whose moved masks are those of the low
//! halves, listed once for a child, together with that of the high half. The rank of a moved mask is
//! the sum of two small tables' entries, by its lower and its upper part.
//!
//! A run costs less where its cells come to the low or the high end of the child's cells, for then the ranks of a
//! run are those of another run with as many bits, plus a constant: one look-up instead of two. (The upper rows do
//! so under the symmetries that keep rows or turn the board upside down.) If the low half is not moved at all, the
//! ranks of a run are consecutive, and minima are vectorised.
//!
//! All patterns have as many assignments as fit the second-level cache, and so has each child, in all
//! layers with many states.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use super::patterns::{CELLS, choices};
use crate::combinatorics::choose;

/// The most bits of a half: all of them for patterns with few cells.
const MAX_LOW: usize = 13;

/// `LOW_HALVES[bits]`: the masks of this many bits, by their number of set bits.
static LOW_HALVES: LazyLock<Vec<LowHalves>> =
    LazyLock::new(|| (0..=MAX_LOW).map(LowHalves::new).collect());

struct LowHalves {
    masks: Vec<u16>,
    /// `starts[ones]`: the first mask with this many set bits.
    starts: Vec<usize>,
}

impl LowHalves {
    fn new(bits: usize) -> Self {
        let mut masks: Vec<u16> = (0..1 << bits).collect();
        // Stable, so that equally many bits are in ascending order.
        masks.sort_by_key(|mask| mask.count_ones());
        let starts = (0..=bits + 1)
            .map(|ones| masks.partition_point(|mask| (mask.count_ones() as usize) < ones))
            .collect();
        Self { masks, starts }
    }

    fn run(&self, ones: usize) -> Range<usize> {
        self.starts[ones]..self.starts[ones + 1]
    }
}

/// The size of the tables that rank parts of masks: those of 25 bits have parts of 12 and 13.
const PART: usize = 1 << CELLS.div_ceil(2);

/// `RANKS[filled]`: those of this many cells.
static RANKS: [OnceLock<Ranks>; CELLS + 1] = [const { OnceLock::new() }; CELLS + 1];

/// Ranks masks of the assignments of a child: see [`canonical::rank`](super::canonical::rank).
struct Ranks {
    /// The bits of the lower part.
    bits: usize,
    low: Box<[u32; PART]>,
    high: Box<[u32; PART]>,
}

impl Ranks {
    /// Of `filled` cells.
    fn new(filled: usize) -> Self {
        let bits = filled / 2;
        let zeros = filled.div_ceil(2);
        // Zeros from the system: with few cells most of a table's pages are never touched.
        let table =
            || -> Box<[u32; PART]> { vec![0; PART].try_into().expect("the length is right") };
        let (mut low, mut high) = (table(), table());
        // The last bit of a mask is its highest: the others have their sum already.
        for mask in 1..1usize << bits {
            let last = mask.ilog2() as usize;
            low[mask] = low[mask & !(1 << last)] + choose(last, mask.count_ones() as usize) as u32;
        }
        for mask in 0..1usize << (filled - bits) {
            // The lower part has the zeros that the higher one leaves. Masks with too many are not
            // those of assignments.
            let Some(below) = zeros.checked_sub(mask.count_ones() as usize) else { continue };
            high[mask] = (0..filled - bits)
                .filter(|bit| mask >> bit & 1 == 1)
                .zip(below + 1..)
                .map(|(bit, number)| choose(bits + bit, number) as u32)
                .sum();
        }
        Self { bits, low, high }
    }

    #[inline(always)]
    fn rank(&self, mask: u32) -> u32 {
        let low = mask as usize & ((1 << self.bits) - 1);
        self.low[low % PART] + self.high[(mask >> self.bits) as usize % PART]
    }
}

/// Fills the entries of patterns with equally many cells, one after the other.
pub(super) struct Kernel {
    filled: usize,
    ranks: &'static Ranks,
    /// The moved masks of the low halves, in the order of [`LowHalves`], and of the high halves.
    low: Vec<u32>,
    high: Vec<u32>,
    /// What the masks of runs add to ranks, where that is a constant and this.
    added: Vec<u32>,
    moved: Vec<u32>,
}

/// A child of a pattern.
pub(super) struct Child<'a> {
    /// For each filled cell of the pattern, in ascending order, its bit among the child's cells.
    pub(super) moved: [u32; CELLS],
    /// The bit of the cell that the move fills, if it gets a zero.
    pub(super) zero: u32,
    /// The entries of the child.
    pub(super) entries: &'a [i8],
}

/// How a run is read.
#[derive(Clone, Copy)]
enum Way {
    Consecutive,
    Added,
    Ranked,
}

impl Kernel {
    /// For patterns with `filled` cells, not all of the board's.
    pub(super) fn new(filled: usize) -> Self {
        let ranks = RANKS[filled + 1].get_or_init(|| Ranks::new(filled + 1));
        let masks = || Vec::with_capacity(1 << filled.div_ceil(2));
        Self { filled, ranks, low: masks(), high: masks(), added: masks(), moved: masks() }
    }

    /// Fills the entries of a pattern. The first `cut` of its cells make the low half.
    pub(super) fn fill<'a>(
        &mut self,
        cut: usize,
        children: impl Iterator<Item = Child<'a>>,
        out: &mut [i8],
    ) {
        let cut = cut.clamp(self.filled.saturating_sub(MAX_LOW), self.filled.min(MAX_LOW));
        assert_eq!(out.len(), choices(self.filled) as usize, "an entry for each assignment");
        out.fill(i8::MAX);
        for child in children {
            self.take(cut, &child, out);
        }
        out.iter_mut().for_each(|score| *score = score.wrapping_neg());
    }

    /// The least of the scores so far and of a child's.
    fn take(&mut self, cut: usize, child: &Child<'_>, out: &mut [i8]) {
        assert_eq!(child.entries.len(), choices(self.filled + 1) as usize, "the child's entries");
        let halves = &LOW_HALVES[cut];
        unions(&child.moved[..cut], 0, &mut self.moved);
        self.low.clear();
        self.low.extend(halves.masks.iter().map(|&mask| self.moved[usize::from(mask)]));
        unions(&child.moved[cut..self.filled], child.zero, &mut self.high);
        let zeros = self.filled.div_ceil(2);

        let way = self.way(cut, child);
        if let Way::Added = way {
            self.added.clear();
            for ones in 0..=cut {
                // Any high half will do, if one goes with this many bits at all.
                let rest = zeros.checked_sub(ones).filter(|&rest| rest <= self.filled - cut);
                let high = rest.map_or(0, |rest| self.high[(1 << rest) - 1]);
                let run = &self.low[halves.run(ones)];
                let first = self.ranks.rank(run[0] | high);
                let added = |&low: &u32| self.ranks.rank(low | high).wrapping_sub(first);
                self.added.extend(run.iter().map(added));
            }
        }

        let mut out = out;
        for (mask, &high) in self.high.iter().enumerate() {
            let ones = zeros.checked_sub(mask.count_ones() as usize).filter(|&ones| ones <= cut);
            let Some(ones) = ones else { continue };
            let run = halves.run(ones);
            let (scores, after) = out.split_at_mut(run.len());
            out = after;
            let first = self.ranks.rank(self.low[run.start] | high);
            match way {
                Way::Consecutive => {
                    let entries = &child.entries[first as usize..][..run.len()];
                    for (score, &entry) in scores.iter_mut().zip(entries) {
                        *score = (*score).min(entry);
                    }
                }
                Way::Added => {
                    for (score, &added) in scores.iter_mut().zip(&self.added[run]) {
                        let entry = child.entries[first.wrapping_add(added) as usize];
                        *score = (*score).min(entry);
                    }
                }
                Way::Ranked => {
                    for (score, &low) in scores.iter_mut().zip(&self.low[run]) {
                        let entry = child.entries[self.ranks.rank(low | high) as usize];
                        *score = (*score).min(entry);
                    }
                }
            }
        }
    }

    fn way(&self, cut: usize, child: &Child<'_>) -> Way {
        if (0..).zip(&child.moved[..cut]).all(|(bit, &moved)| moved == 1 << bit) {
            return Way::Consecutive;
        }
        // The cells of the low half without the new cell, and with it.
        let all: u32 = child.moved[..self.filled].iter().sum();
        let low: u32 = child.moved[..cut].iter().sum();
        let new = ((1 << (self.filled + 1)) - 1) & !all;
        let is_end = |mask: u32| {
            let mask = mask.checked_shr(mask.trailing_zeros()).unwrap_or(0);
            mask & (mask + 1) == 0
        };
        let ends = [low, low | new]
            .into_iter()
            .any(|mask| is_end(mask) && (mask & 1 == 1 || mask >> self.filled & 1 == 1));
        if ends { Way::Added } else { Way::Ranked }
    }
}

/// All unions of some of the bits, with `with`, by the mask of which bits.
fn unions(bits: &[u32], with: u32, unions: &mut Vec<u32>) {
    unions.clear();
    unions.push(with);
    for bit in bits {
        for i in 0..unions.len() {
            unions.push(unions[i] | bit);
        }
    }
}
