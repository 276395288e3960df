//! The values of the empty boards of several boards at once, one board per lane.
//!
//! Segments are those of `schedule`, but here a vector holds one state of several boards, so
//! nothing is transposed. Segments are solved by *level*, the sum of the heights of the upper ones:
//! every upper move, and the move across bits 8 and 9, leads exactly one level further. So only two
//! neighbouring levels are kept, which for 10 × 10 fit the second-level cache (all states of 16
//! boards would take 11.8 MB).

use super::low::{LowWeights, SEGMENT_LEN, solve_low};
use super::schedule::{LOW, movable};
use super::weights::{Scalar, WEIGHTS, Weights, weight_index};
use crate::combinatorics::bits;
use crate::staircase::choose;

/// A segment: where it starts in the memory of its level, and its upper moves.
#[derive(Clone, Copy, Debug)]
struct Segment {
    k: u8,
    count: u8,
    first: u32,
    at: u32,
    /// Where the segment that the move across leads to starts in the memory of the level before.
    cross: Option<u32>,
}

/// An upper move; the segment that it leads to starts at `from` in the memory of the level before.
#[derive(Clone, Copy, Debug)]
struct UpperMove {
    from: u32,
    weight: u32,
}

/// The segments of boards of one shape, in the order in which they are solved.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    segments: Vec<Segment>,
    moves: Vec<UpperMove>,
    /// The end of each level in `segments`.
    ends: Vec<usize>,
    /// The number of states of the largest level.
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
        let mut order =
            Levels { segments: Vec::new(), moves: Vec::new(), ends: Vec::new(), largest: 0 };
        let mut places = vec![0u32; 1 << upper];
        for level in levels.iter().rev() {
            let mut at = 0;
            for &pattern in level {
                let k = low_ones(pattern).unwrap_or(0);
                order.push_segment(pattern, upper, k, at, &places);
                places[pattern as usize] = at;
                at += choose(LOW, k) as u32;
            }
            order.ends.push(order.segments.len());
            order.largest = order.largest.max(at as usize);
        }
        order
    }

    fn push_segment(&mut self, pattern: u32, upper: usize, k: usize, at: u32, places: &[u32]) {
        let first = self.moves.len() as u32;
        for bit in bits(movable(pattern, upper)) {
            let bit = bit as usize;
            let j = k + (pattern & ((2 << bit) - 1)).count_ones() as usize;
            let weight = weight_index(LOW + bit, j) as u32;
            self.moves.push(UpperMove { from: places[(pattern + (1 << bit)) as usize], weight });
        }
        let count = (self.moves.len() as u32 - first) as u8;
        let cross = (pattern & 1 == 0 && k > 0).then(|| places[(pattern | 1) as usize]);
        self.segments.push(Segment { k: k as u8, count, first, at, cross });
    }
}

/// The weights of up to `L` boards, one per lane.
#[repr(C, align(64))]
struct Lanes<T, const L: usize> {
    by_move: [[T; L]; WEIGHTS],
    low: LowWeights<T, L>,
    terminal: [T; L],
}

impl<T: Scalar, const L: usize> Lanes<T, L> {
    /// Lanes without a board of their own repeat one.
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
pub(super) fn solve_levels<T: Scalar, const L: usize>(
    levels: &Levels,
    boards: &[Weights<T>],
    memory: &mut Vec<T>,
    relax: impl Fn(&mut [T; L], &[T; L], &[T; L]),
) -> [T; L] {
    let lanes = Lanes::<T, L>::new(boards);
    // Aligned, because a vector across two cache lines takes twice as long.
    let level = levels.largest + SEGMENT_LEN;
    memory.resize(2 * level * L + 64, T::LEAST);
    let start = memory.as_ptr().align_offset(64).min(63);
    let (vectors, _) = memory[start..].as_chunks_mut::<L>();
    let (mut now, mut before) = vectors[..2 * level].split_at_mut(level);
    let mut done = 0;
    for &end in &levels.ends {
        for (number, segment) in levels.segments[..end].iter().enumerate().skip(done) {
            let Ok(x) = <&mut [[T; L]; SEGMENT_LEN]>::try_from(
                &mut now[segment.at as usize..][..SEGMENT_LEN],
            ) else {
                unreachable!()
            };
            pull_segment(x, before, levels, segment, &lanes, &relax);
            if number == 0 {
                x[choose(LOW, usize::from(segment.k)) - 1] = lanes.terminal;
            }
            match segment.k {
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
    // The last level is a single segment, and its first state is the empty board.
    before[0]
}

/// The best over the upper moves and the move across of one segment.
#[inline(always)]
fn pull_segment<T: Scalar, const L: usize>(
    x: &mut [[T; L]; SEGMENT_LEN],
    before: &[[T; L]],
    levels: &Levels,
    segment: &Segment,
    lanes: &Lanes<T, L>,
    relax: &impl Fn(&mut [T; L], &[T; L], &[T; L]),
) {
    let k = usize::from(segment.k);
    let x = &mut x[..choose(LOW, k)];
    let steps = &levels.moves[segment.first as usize..][..segment.count as usize];
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
    if let Some(cross) = segment.cross {
        let weight = &lanes.by_move[weight_index(LOW - 1, k)];
        pull(&mut x[choose(LOW - 1, k)..], [(weight, &before[cross as usize..])], false, relax);
    }
}

/// The best over several moves at once, and over what `x` holds unless the moves are the `first`.
#[inline(always)]
fn pull<T: Scalar, const L: usize, const N: usize>(
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
