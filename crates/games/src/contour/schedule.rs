//! The order in which the segments of one block are solved: computed once per shape, the same for
//! every board.
//!
//! A *block* is the set of all paths of 9 + `mid` bits with `ones` ones. It consists of *segments*,
//! one for each pattern of the upper `mid` bits. A segment holds the C(9, k) patterns of its low 9
//! bits (k = `ones` less those of the upper bits), consecutive in rank. The moves inside a segment
//! are the same program for all segments of the same k, so segments are solved in *groups* of one
//! k, one segment per SIMD lane.
//!
//! A segment reads the segments that its upper moves lead to (same k) and, for the move across bits
//! 8 and 9, a segment of k − 1. The segments of one k form a *chain*. A segment is ready when all
//! segments that it reads are in earlier groups, and groups are filled with ready segments. With 11
//! upper bits up to 30 segments are independent of each other. That keeps 8 lanes busy for 84 % of
//! the work of 10 × 10, but 16 lanes only for 64 %: vectors of AVX-512 would gain next to nothing.

use super::weights::weight_index;
use crate::combinatorics::{bits, choose};
use crate::staircase::rank_path;

/// Bits of a segment.
pub const LOW: usize = 9;

/// The most upper bits of a block: with them it has 20 bits and at most 184,756 states, which fit
/// the second-level cache.
pub const MAX_MID: usize = 11;

/// A move of the upper bits: each value of the segment becomes the greater of itself and `weight` −
/// the value `delta` places further on.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpperMove {
    /// How many places further on the other value is.
    pub delta: u32,
    /// The number of the weight.
    pub weight: u32,
}

/// One segment: where it starts in the block, and its upper moves `moves[first..first + count]`.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// The first state.
    pub base: u32,
    /// The first move.
    pub first: u32,
    /// How many moves there are.
    pub count: u8,
    /// Whether bit 8 is clear, so that a one on bit 7 may move there.
    pub cross: bool,
}

/// Segments `first..end` with `k` ones in their low bits, independent of each other.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The ones in the low bits.
    pub k: u8,
    /// The first segment.
    pub first: u32,
    /// The segment after the last one.
    pub end: u32,
}

/// The schedule of one block.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The groups, in their order.
    pub groups: Vec<Group>,
    /// The segments of all groups.
    pub segments: Vec<Segment>,
    /// The moves of all segments.
    pub moves: Vec<UpperMove>,
}

impl Schedule {
    /// The schedule of the block of paths with `LOW + mid` bits, `ones` of them ones, in groups of
    /// at most `lanes` segments. `mid` is 1..=[`MAX_MID`] and `ones` at most `LOW + mid`.
    ///
    /// The last state of the first segment is the last state of the block, which has no move inside
    /// the block.
    pub fn new(mid: usize, ones: usize, lanes: usize) -> Schedule {
        let mut schedule = Schedule { groups: Vec::new(), segments: Vec::new(), moves: Vec::new() };
        let mut chains: Vec<Chain> = (ones.saturating_sub(mid)..=ones.min(LOW))
            .map(|k| Chain::new(k, mid, k == ones.saturating_sub(mid)))
            .collect();
        let first = ones - chains[0].k;
        chains[0].ready.push(((1 << first) - 1) << (mid - first));
        while let Some(number) = next_chain(&chains, schedule.groups.len(), lanes) {
            let first = schedule.segments.len() as u32;
            let mut now = chains[number].take(lanes, schedule.groups.len());
            // Neighbours with equally many moves take the same branches of the kernel. (Giving all
            // the same number of moves by repeating one costs more than it saves.)
            now.sort_by_key(|&pattern| (pattern & 1, movable(pattern, mid).count_ones()));
            for &pattern in &now {
                schedule.push_segment(pattern, mid, chains[number].k);
                chains[number].release_before(pattern, mid);
                if pattern & 1 == 1 && number + 1 < chains.len() {
                    chains[number + 1].release(pattern ^ 1, mid);
                }
            }
            schedule.groups.push(Group {
                k: chains[number].k as u8,
                first,
                end: schedule.segments.len() as u32,
            });
        }
        schedule
    }

    /// Appends the segment of an upper pattern, with its moves in ascending order of delta.
    fn push_segment(&mut self, pattern: u32, mid: usize, k: usize) {
        // The first state of the segment has its k low ones at the bottom, where they add nothing
        // to the rank.
        let lowest = (pattern << LOW) | ((1 << k) - 1);
        let first = self.moves.len() as u32;
        for bit in bits(movable(pattern, mid)) {
            let bit = bit as usize;
            let j = k + (pattern & ((2 << bit) - 1)).count_ones() as usize;
            let i = LOW + bit;
            self.moves.push(UpperMove {
                delta: choose(i, j - 1) as u32,
                weight: weight_index(i, j) as u32,
            });
        }
        let count = self.moves.len() as u32 - first;
        self.segments.push(Segment {
            base: rank_path(lowest) as u32,
            first,
            count: count as u8,
            cross: pattern & 1 == 0,
        });
    }
}

/// The ones of `pattern` that can move up one bit within `bits` bits.
pub(crate) fn movable(pattern: u32, bits: usize) -> u32 {
    pattern & !(pattern >> 1) & ((1 << (bits - 1)) - 1)
}

/// The segments with k low ones, while they are scheduled.
struct Chain {
    k: usize,
    /// Whether no chain of k − 1 exists.
    lowest: bool,
    /// By pattern: how many of the segments that it reads are done.
    done: Vec<u8>,
    ready: Vec<u32>,
    taken: usize,
    /// The number of the last group.
    last: usize,
}

impl Chain {
    fn new(k: usize, mid: usize, lowest: bool) -> Chain {
        Chain { k, lowest, done: vec![0; 1 << mid], ready: Vec::new(), taken: 0, last: 0 }
    }

    /// How many segments are ready and not yet taken.
    fn waiting(&self) -> usize {
        self.ready.len() - self.taken
    }

    /// The segments of group `number`: those that have been ready for longest.
    fn take(&mut self, lanes: usize, number: usize) -> Vec<u32> {
        let now = self.ready[self.taken..][..self.waiting().min(lanes)].to_vec();
        self.taken += now.len();
        self.last = number;
        now
    }

    /// Records that one of the segments that `pattern` reads is done.
    fn release(&mut self, pattern: u32, mid: usize) {
        let cross = u32::from(!self.lowest && pattern & 1 == 0);
        self.done[pattern as usize] += 1;
        if u32::from(self.done[pattern as usize]) == movable(pattern, mid).count_ones() + cross {
            self.ready.push(pattern);
        }
    }

    /// Releases all segments of this chain that read `pattern`.
    fn release_before(&mut self, pattern: u32, mid: usize) {
        let mut back = pattern & !(pattern << 1) & !1;
        while back != 0 {
            let one = back & back.wrapping_neg();
            self.release(pattern ^ one ^ (one >> 1), mid);
            back ^= one;
        }
    }
}

/// The chain to take group `number` from: preferably one that fills a group and was not used for
/// the group before, because the results of that one are still on their way to memory; otherwise
/// any that fills a group; otherwise the lowest that has a segment ready, because others wait for
/// it. `None` if all segments are taken.
fn next_chain(chains: &[Chain], number: usize, lanes: usize) -> Option<usize> {
    let full = |chain: &Chain| chain.waiting() >= lanes;
    let rested = |chain: &Chain| full(chain) && chain.last + 1 != number;
    let find = |test: &dyn Fn(&Chain) -> bool| chains.iter().position(test);
    find(&rested).or_else(|| find(&full)).or_else(|| find(&|chain| chain.waiting() > 0))
}
