//! One board per lane: the values of the empty boards only.
//!
//! Rows as in `plan`, but a vector holds one state of several boards, so nothing needs transposing.
//! Rows are taken by *level*, the sum over the upper ones of their height: every upper move and the
//! move across leads exactly one level further. So two neighbouring levels are all that is kept,
//! which for 10 × 10 fits the second cache (all states of 16 boards would take 11.8 MB).

use super::low::{LowWeights, ROW, solve_low};
use super::plan::{LOW, movable};
use super::weights::{Score, WEIGHTS, Weights, weight_index};
use crate::combinatorics::bits;
use crate::staircase::choose;

/// A row: where it lies in its level's memory, and its upper moves.
#[derive(Clone, Copy, Debug)]
struct Row {
    k: u8,
    count: u8,
    first: u32,
    at: u32,
    /// Where the row begins that the move across leads to, in the memory of the level before.
    cross: Option<u32>,
}

/// An upper move: the row that it leads to begins at `from` in the memory of the level before.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    weight: u32,
}

/// The order of the rows of one shape.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    rows: Vec<Row>,
    steps: Vec<Step>,
    /// Where the levels end in `rows`, in order.
    ends: Vec<usize>,
    /// The states of the largest level.
    largest: usize,
}

impl Levels {
    pub(super) fn new(steps: usize, ones: usize) -> Levels {
        let upper = steps - LOW;
        let level = |pattern: u32| bits(pattern).map(|bit| bit as usize + 1).sum::<usize>();
        let low_ones =
            |pattern: u32| ones.checked_sub(pattern.count_ones() as usize).filter(|&k| k <= LOW);
        let mut levels = vec![Vec::new(); upper * (upper + 1) / 2 + 1];
        for pattern in (0..1u32 << upper).filter(|&pattern| low_ones(pattern).is_some()) {
            levels[level(pattern)].push(pattern);
        }
        levels.retain(|level| !level.is_empty());
        let mut plan = Levels { rows: Vec::new(), steps: Vec::new(), ends: Vec::new(), largest: 0 };
        let mut places = vec![0u32; 1 << upper];
        for level in levels.iter().rev() {
            let mut at = 0;
            for &pattern in level {
                let k = low_ones(pattern).unwrap_or(0);
                plan.push_row(pattern, upper, k, at, &places);
                places[pattern as usize] = at;
                at += choose(LOW, k) as u32;
            }
            plan.ends.push(plan.rows.len());
            plan.largest = plan.largest.max(at as usize);
        }
        plan
    }

    fn push_row(&mut self, pattern: u32, upper: usize, k: usize, at: u32, places: &[u32]) {
        let first = self.steps.len() as u32;
        for bit in bits(movable(pattern, upper)) {
            let bit = bit as usize;
            let j = k + (pattern & ((2 << bit) - 1)).count_ones() as usize;
            let weight = weight_index(LOW + bit, j) as u32;
            self.steps.push(Step { from: places[(pattern + (1 << bit)) as usize], weight });
        }
        let count = (self.steps.len() as u32 - first) as u8;
        let cross = (pattern & 1 == 0 && k > 0).then(|| places[(pattern | 1) as usize]);
        self.rows.push(Row { k: k as u8, count, first, at, cross });
    }
}

/// The weights of up to `L` boards, one per lane.
#[repr(C, align(64))]
struct Lanes<T, const L: usize> {
    by_move: [[T; L]; WEIGHTS],
    low: LowWeights<T, L>,
    terminal: [T; L],
}

impl<T: Score, const L: usize> Lanes<T, L> {
    /// Boards repeat when there are fewer than lanes.
    fn new(boards: &[Weights<T>]) -> Lanes<T, L> {
        let board = |lane: usize| &boards[lane % boards.len()];
        let by_move: [[T; L]; WEIGHTS] =
            std::array::from_fn(|at| std::array::from_fn(|lane| board(lane).by_move[at]));
        Lanes {
            by_move,
            low: std::array::from_fn(|i| std::array::from_fn(|j| by_move[weight_index(i, j + 1)])),
            terminal: std::array::from_fn(|lane| board(lane).terminal),
        }
    }
}

/// g of the empty board for each of up to `L` boards. `relax(best, weight, from)` sets every lane
/// of `best` to the greater of itself and `weight − from`; `memory` is scratch.
#[inline(always)]
pub(super) fn solve_levels<T: Score, const L: usize>(
    plan: &Levels,
    boards: &[Weights<T>],
    memory: &mut Vec<T>,
    relax: impl Fn(&mut [T; L], &[T; L], &[T; L]),
) -> [T; L] {
    let lanes = Lanes::<T, L>::new(boards);
    // Aligned, for a vector across two cache lines costs double.
    let level = plan.largest + ROW;
    memory.resize(2 * level * L + 64, T::LEAST);
    let start = memory.as_ptr().align_offset(64).min(63);
    let (vectors, _) = memory[start..].as_chunks_mut::<L>();
    let (mut now, mut before) = vectors[..2 * level].split_at_mut(level);
    let mut done = 0;
    for &end in &plan.ends {
        for (number, row) in plan.rows[..end].iter().enumerate().skip(done) {
            let Ok(x) = <&mut [[T; L]; ROW]>::try_from(&mut now[row.at as usize..][..ROW]) else {
                unreachable!()
            };
            pull_row(x, before, plan, row, &lanes, &relax);
            if number == 0 {
                x[choose(LOW, usize::from(row.k)) - 1] = lanes.terminal;
            }
            match row.k {
                0 => solve_low::<T, L, 0>(x, &lanes.low, &relax),
                1 => solve_low::<T, L, 1>(x, &lanes.low, &relax),
                2 => solve_low::<T, L, 2>(x, &lanes.low, &relax),
                3 => solve_low::<T, L, 3>(x, &lanes.low, &relax),
                4 => solve_low::<T, L, 4>(x, &lanes.low, &relax),
                5 => solve_low::<T, L, 5>(x, &lanes.low, &relax),
                6 => solve_low::<T, L, 6>(x, &lanes.low, &relax),
                7 => solve_low::<T, L, 7>(x, &lanes.low, &relax),
                8 => solve_low::<T, L, 8>(x, &lanes.low, &relax),
                _ => solve_low::<T, L, 9>(x, &lanes.low, &relax),
            }
        }
        done = end;
        std::mem::swap(&mut now, &mut before);
    }
    // The last level is the row of the empty board alone, whose first state it is.
    before[0]
}

/// The best over the upper moves and the move across of one row.
#[inline(always)]
fn pull_row<T: Score, const L: usize>(
    x: &mut [[T; L]; ROW],
    before: &[[T; L]],
    plan: &Levels,
    row: &Row,
    lanes: &Lanes<T, L>,
    relax: &impl Fn(&mut [T; L], &[T; L], &[T; L]),
) {
    let k = usize::from(row.k);
    let x = &mut x[..choose(LOW, k)];
    let steps = &plan.steps[row.first as usize..][..row.count as usize];
    let source =
        |n: usize| (&lanes.by_move[steps[n].weight as usize], &before[steps[n].from as usize..]);
    match steps.len() {
        0 => x.fill([T::LEAST; L]),
        1 => pull(x, [source(0)], true, relax),
        2 => pull(x, [source(0), source(1)], true, relax),
        _ => pull(x, [source(0), source(1), source(2)], true, relax),
    }
    match steps.len() {
        0..=3 => {}
        4 => pull(x, [source(3)], false, relax),
        5 => pull(x, [source(3), source(4)], false, relax),
        _ => {
            pull(x, [source(3), source(4), source(5)], false, relax);
            for n in 6..steps.len() {
                pull(x, [source(n)], false, relax);
            }
        }
    }
    if let Some(cross) = row.cross {
        let weight = &lanes.by_move[weight_index(LOW - 1, k)];
        pull(&mut x[choose(LOW - 1, k)..], [(weight, &before[cross as usize..])], false, relax);
    }
}

/// The best over several moves at once; what `x` holds counts unless the moves are the `first`.
#[inline(always)]
fn pull<T: Score, const L: usize, const N: usize>(
    x: &mut [[T; L]],
    moves: [(&[T; L], &[[T; L]]); N],
    first: bool,
    relax: &impl Fn(&mut [T; L], &[T; L], &[T; L]),
) {
    let moves = moves.map(|(weight, from)| (*weight, &from[..x.len()]));
    for (e, x) in x.iter_mut().enumerate() {
        let mut best = if first { [T::LEAST; L] } else { *x };
        for (weight, from) in &moves {
            relax(&mut best, weight, &from[e]);
        }
        *x = best;
    }
}
