//! The order in which the rows of one block are solved: computed once per shape, the same for every
//! board.
//!
//! A *block* is the set of all paths of 9 + `mid` bits with `ones` ones; it is cut into *rows*, one
//! for each pattern of the upper `mid` bits, and a row holds the C(9, k) patterns of its low 9 bits
//! (k = `ones` less those of the upper bits), consecutive in rank. Inside a row the moves are the
//! same program for every row with the same k, so rows are taken in *groups* of one k, one row per
//! SIMD lane.
//!
//! A row needs the rows that its upper moves lead to (same k) and, for the move across bits 8 and
//! 9, a row of k − 1. The rows of one k form a *chain*; a row is ready once all rows that it needs
//! are in earlier groups, and the groups are filled with ready rows. Of 11 upper bits up to 30 rows
//! do not need each other, which keeps 8 lanes busy for 84 % of the work of 10 × 10, but 16 only
//! for 64 %: so the lanes of a block are 8 with AVX-512, too.

use super::weights::weight_index;
use crate::combinatorics::bits;
use crate::combinatorics::choose;
use crate::staircase::rank_path;

/// Bits of a row.
pub(crate) const LOW: usize = 9;

/// The most upper bits that one plan covers: a block of 20 bits, at most 184,756 states, which fit
/// the second cache.
pub(crate) const MAX_MID: usize = 11;

/// A move of the upper bits: the whole row takes the maximum with `weight` − (the row `delta`
/// further on).
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    pub delta: u32,
    pub weight: u32,
}

/// One row: where it starts in the block, and its upper moves `steps[first..first + count]`.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub base: u32,
    pub first: u32,
    pub count: u8,
    /// Whether bit 8 is clear, so that a one on bit 7 may move there.
    pub cross: bool,
}

/// Rows `first..end` with `k` ones in their low bits, none of which needs another.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub k: u8,
    pub first: u32,
    pub end: u32,
}

/// The schedule of one block.
#[derive(Clone, Debug)]
pub struct Plan {
    pub groups: Vec<Group>,
    pub rows: Vec<Row>,
    pub steps: Vec<Step>,
}

impl Plan {
    /// The schedule of the block of paths with `LOW + mid` bits, `ones` of them ones, in groups of
    /// at most `lanes` rows. `mid` is 1..=[`MAX_MID`] and `ones` at most `LOW + mid`.
    ///
    /// The first row of the first group ends with the block's last state, which has no move inside
    /// the block.
    pub fn new(mid: usize, ones: usize, lanes: usize) -> Plan {
        let mut plan = Plan { groups: Vec::new(), rows: Vec::new(), steps: Vec::new() };
        let mut chains: Vec<Chain> = (ones.saturating_sub(mid)..=ones.min(LOW))
            .map(|k| Chain::new(k, mid, k == ones.saturating_sub(mid)))
            .collect();
        let first = ones - chains[0].k;
        chains[0].ready.push(((1 << first) - 1) << (mid - first));
        while let Some(number) = next_chain(&chains, plan.groups.len(), lanes) {
            let first = plan.rows.len() as u32;
            let mut now = chains[number].take(lanes, plan.groups.len());
            // Neighbours with equally many moves share the branches of the kernel. (Giving all the
            // same number by repeating a move costs more than it saves.)
            now.sort_by_key(|&pattern| (pattern & 1, movable(pattern, mid).count_ones()));
            for &pattern in &now {
                plan.push_row(pattern, mid, chains[number].k);
                chains[number].release_before(pattern, mid);
                if pattern & 1 == 1 && number + 1 < chains.len() {
                    chains[number + 1].release(pattern ^ 1, mid);
                }
            }
            plan.groups.push(Group {
                k: chains[number].k as u8,
                first,
                end: plan.rows.len() as u32,
            });
        }
        plan
    }

    /// Appends the row of an upper pattern and its moves, the least delta first.
    fn push_row(&mut self, pattern: u32, mid: usize, k: usize) {
        // The row starts with its k low ones at the bottom, which add nothing to the rank.
        let lowest = (pattern << LOW) | ((1 << k) - 1);
        let first = self.steps.len() as u32;
        for bit in bits(movable(pattern, mid)) {
            let bit = bit as usize;
            let j = k + (pattern & ((2 << bit) - 1)).count_ones() as usize;
            let i = LOW + bit;
            self.steps
                .push(Step { delta: choose(i, j - 1) as u32, weight: weight_index(i, j) as u32 });
        }
        let count = self.steps.len() as u32 - first;
        self.rows.push(Row {
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

/// The rows with k low ones, while they are scheduled.
struct Chain {
    k: usize,
    /// Whether no chain of k − 1 exists.
    lowest: bool,
    /// By pattern: how many of the rows that it needs are done.
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

    /// How many rows are ready.
    fn waiting(&self) -> usize {
        self.ready.len() - self.taken
    }

    /// The rows of group `number`: the first that got ready.
    fn take(&mut self, lanes: usize, number: usize) -> Vec<u32> {
        let now = self.ready[self.taken..][..self.waiting().min(lanes)].to_vec();
        self.taken += now.len();
        self.last = number;
        now
    }

    /// Notes that one of the rows that `pattern` needs is done.
    fn release(&mut self, pattern: u32, mid: usize) {
        let cross = u32::from(!self.lowest && pattern & 1 == 0);
        self.done[pattern as usize] += 1;
        if u32::from(self.done[pattern as usize]) == movable(pattern, mid).count_ones() + cross {
            self.ready.push(pattern);
        }
    }

    /// The same for all rows of this chain that need `pattern`.
    fn release_before(&mut self, pattern: u32, mid: usize) {
        let mut back = pattern & !(pattern << 1) & !1;
        while back != 0 {
            let one = back & back.wrapping_neg();
            self.release(pattern ^ one ^ (one >> 1), mid);
            back ^= one;
        }
    }
}

/// The chain to take group `number` from: one with a full group, but rather not the one just used,
/// whose results are still on their way to memory; failing that, the lowest, which others wait for.
/// `None` when all rows are taken.
fn next_chain(chains: &[Chain], number: usize, lanes: usize) -> Option<usize> {
    let full = |chain: &Chain| chain.waiting() >= lanes;
    let rested = |chain: &Chain| full(chain) && chain.last + 1 != number;
    let find = |test: &dyn Fn(&Chain) -> bool| chains.iter().position(test);
    find(&rested).or_else(|| find(&full)).or_else(|| find(&|chain| chain.waiting() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of a plan by the states they hold, over all lanes of its groups.
    fn fill(lanes: usize) -> f64 {
        let plan = Plan::new(MAX_MID, 10, lanes);
        let work = |group: &Group| choose(LOW, usize::from(group.k)) as f64;
        let rows: f64 =
            plan.groups.iter().map(|group| work(group) * f64::from(group.end - group.first)).sum();
        assert_eq!(rows as usize, choose(20, 10));
        rows / plan.groups.iter().map(|group| work(group) * lanes as f64).sum::<f64>()
    }

    #[test]
    fn eight_lanes_are_mostly_busy() {
        assert!(fill(8) > 0.8 && fill(16) < 0.75);
    }

    #[test]
    fn rows_need_only_rows_of_earlier_groups() {
        for (mid, ones, lanes) in
            [(1, 1, 8), (1, 10, 4), (3, 5, 8), (11, 10, 8), (11, 4, 8), (11, 16, 4), (7, 0, 8)]
        {
            let plan = Plan::new(mid, ones, lanes);
            let mut done = std::collections::HashSet::new();
            let mut states = 0;
            for group in &plan.groups {
                let rows = &plan.rows[group.first as usize..group.end as usize];
                assert!((1..=lanes).contains(&rows.len()));
                for row in rows {
                    let steps = &plan.steps[row.first as usize..][..usize::from(row.count)];
                    assert!(steps.is_sorted_by_key(|step| step.delta));
                    assert!(steps.iter().all(|step| done.contains(&(row.base + step.delta))));
                    // The move across leads from the end of this row to the beginning of one of k −
                    // 1.
                    let k = usize::from(group.k);
                    if row.cross && k > 0 {
                        assert!(done.contains(&(row.base + choose(LOW, k) as u32)) || mid == 0);
                    }
                    states += choose(LOW, k);
                }
                done.extend(rows.iter().map(|row| row.base));
            }
            assert_eq!(states, choose(LOW + mid, ones));
        }
    }
}
