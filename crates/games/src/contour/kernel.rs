//! Solves one block: takes the best over the moves of the upper bits segment by segment,
//! transposes, solves the low bits, and transposes back.
//!
//! This is plain code, which `compiled` compiles for each instruction set; `L` segments are solved
//! at a time.

use super::lanes::{Segments, States};
use super::low::{LowWeights, SEGMENT_LEN, broadcast, solve_low};
use super::plain::recurse;
use super::schedule::{Group, LOW, Schedule, Segment, UpperMove};
use super::weights::{Scalar, WEIGHTS, weight_index};
use crate::combinatorics::choose;

/// The values that a block starts with.
#[derive(Clone, Debug)]
pub enum Seed<'a, T> {
    /// The block is the whole board; its last state, the full board, has this value.
    Whole(T),
    /// There are bits above the block: their moves, and the value of the block's last state if it
    /// is the full board.
    Part(Vec<Pull<'a, T>>, Option<T>),
}

/// A move of the bits above a block: `block[at + e]` may become `weight − from[e]`.
#[derive(Clone, Copy, Debug)]
pub struct Pull<'a, T> {
    pub weight: T,
    pub at: usize,
    pub from: &'a [T],
}

/// The input of solving a block.
#[derive(Debug)]
pub struct BlockJob<'a, T> {
    /// The number of steps of its paths.
    pub steps: usize,
    /// The number of ones among them.
    pub ones: usize,
    pub schedule: &'a Schedule,
    pub weights: &'a [T; WEIGHTS],
    pub seed: Seed<'a, T>,
}

/// The functions of [`super::lanes`] for an instruction set.
pub(crate) struct Vectors<S, R, X> {
    pub to_states: S,
    pub to_memory: R,
    pub relax: X,
}

/// The segments being solved: lane by lane as they lie in memory, and state by state. Aligned,
/// because a vector across two cache lines takes twice as long.
#[repr(C, align(64))]
struct Scratch<T, const L: usize> {
    low: LowWeights<T, L>,
    segments: Segments<T, L>,
    states: States<T, L>,
}

/// Solves a block, `L` segments at a time. `values` holds one value for each state, in order of
/// rank.
#[inline(always)]
pub(crate) fn solve_block<T: Scalar, const L: usize>(
    values: &mut [T],
    block: &BlockJob<'_, T>,
    isa: Vectors<
        impl Fn(&Segments<T, L>, usize, &mut States<T, L>),
        impl Fn(&States<T, L>, usize, &mut [T], &[usize; L]),
        impl Fn(&mut [T; L], &[T; L], &[T; L]),
    >,
) {
    let mut scratch = Scratch {
        low: broadcast(block.weights),
        segments: [[T::LEAST; SEGMENT_LEN]; L],
        states: [[T::LEAST; L]; SEGMENT_LEN],
    };
    if let Seed::Part(pulls, terminal) = &block.seed {
        seed_part(values, pulls, *terminal);
    }
    for (number, group) in block.schedule.groups.iter().enumerate() {
        let first = number == 0;
        match group.k {
            0 | 9 => solve_group::<T, L, 0, 9>(values, block, group, first, &mut scratch, &isa),
            1 | 8 => solve_group::<T, L, 1, 8>(values, block, group, first, &mut scratch, &isa),
            2 | 7 => solve_group::<T, L, 2, 7>(values, block, group, first, &mut scratch, &isa),
            3 | 6 => solve_group::<T, L, 3, 6>(values, block, group, first, &mut scratch, &isa),
            _ => solve_group::<T, L, 4, 5>(values, block, group, first, &mut scratch, &isa),
        }
    }
}

/// [`solve_block`] without vectors or schedule, by the plain recursion.
pub(crate) fn solve_block_plain<T: Scalar>(values: &mut [T], block: &BlockJob<'_, T>) {
    match &block.seed {
        Seed::Whole(terminal) => seed_part(values, &[], Some(*terminal)),
        Seed::Part(pulls, terminal) => seed_part(values, pulls, *terminal),
    }
    recurse(values, block.steps, block.ones, block.weights);
}

/// Solves the segments of one group; `first` for the group that holds the block's last state. Its low
/// bits have `FEW` ones or `MANY`, 9 together: as many states, so that most of the code serves both.
#[inline(always)]
fn solve_group<T: Scalar, const L: usize, const FEW: usize, const MANY: usize>(
    values: &mut [T],
    block: &BlockJob<'_, T>,
    group: &Group,
    first: bool,
    scratch: &mut Scratch<T, L>,
    isa: &Vectors<
        impl Fn(&Segments<T, L>, usize, &mut States<T, L>),
        impl Fn(&States<T, L>, usize, &mut [T], &[usize; L]),
        impl Fn(&mut [T; L], &[T; L], &[T; L]),
    >,
) {
    let len = const { choose(LOW, FEW) };
    let is_few = usize::from(group.k) == FEW;
    let segments = &block.schedule.segments[group.first as usize..group.end as usize];
    // Lanes without a segment come first. They are written to the place of the last lane, which is
    // written after them.
    let idle = L - segments.len();
    let last = segments[segments.len() - 1].base as usize;
    let mut bases = [last; L];
    for ((segment, best), base) in
        segments.iter().zip(&mut scratch.segments[idle..]).zip(&mut bases[idle..])
    {
        let steps = &block.schedule.moves[segment.first as usize..][..segment.count as usize];
        pull_segment::<T, L, FEW, MANY>(best, values, block, segment, steps, is_few);
        *base = segment.base as usize;
    }
    if let (true, Seed::Whole(terminal)) = (first, &block.seed) {
        scratch.segments[idle][len - 1] = *terminal;
    }
    for at in (0..len).step_by(L) {
        (isa.to_states)(&scratch.segments, at, &mut scratch.states);
    }
    if is_few {
        solve_low::<T, L, FEW>(&mut scratch.states, &scratch.low, &isa.relax);
    } else {
        solve_low::<T, L, MANY>(&mut scratch.states, &scratch.low, &isa.relax);
    }
    if len < L {
        for (&base, lane) in bases.iter().zip(0..L) {
            (0..len).for_each(|e| values[base + e] = scratch.states[e][lane]);
        }
        return;
    }
    // Whole squares: the last one may overlap the one before.
    for at in (0..len / L).map(|square| square * L) {
        (isa.to_memory)(&scratch.states, at, values, &bases);
    }
    if !len.is_multiple_of(L) {
        (isa.to_memory)(&scratch.states, len - L, values, &bases);
    }
}

/// The best over the upper moves of one segment, into `best[..C(9, FEW)]`.
#[inline(always)]
fn pull_segment<T: Scalar, const L: usize, const FEW: usize, const MANY: usize>(
    best: &mut [T; SEGMENT_LEN],
    values: &[T],
    block: &BlockJob<'_, T>,
    segment: &Segment,
    steps: &[UpperMove],
    is_few: bool,
) {
    let padded = const { choose(LOW, FEW).next_multiple_of(L) };
    let base = segment.base as usize;
    let furthest = steps.last().map_or(0, |step| step.delta as usize);
    // Whole vectors read past the end of the segment. The values read there are never used, but
    // they must lie inside the block.
    if base + furthest.max(126) + padded > values.len() {
        let k = if is_few { FEW } else { MANY };
        return pull_segment_exactly(best, values, block, segment, steps, k);
    }
    let source = |n: usize| -> (T, &[T]) {
        let step = &steps[n];
        (block.weights[step.weight as usize], &values[base + step.delta as usize..][..padded])
    };
    let best = &mut best[..padded];
    match &block.seed {
        Seed::Whole(_) => match steps.len() {
            0 => best.fill(T::LEAST),
            1 => pull1(best, source(0)),
            2 => pull2(best, source(0), source(1)),
            3 => pull3(best, source(0), source(1), source(2)),
            4 => pull4(best, source(0), source(1), source(2), source(3)),
            5 => {
                pull3(best, source(0), source(1), source(2));
                more2(best, source(3), source(4));
            }
            _ => {
                pull4(best, source(0), source(1), source(2), source(3));
                more2(best, source(4), source(5));
            }
        },
        Seed::Part(..) => {
            best.copy_from_slice(&values[base..][..padded]);
            for n in 0..steps.len() {
                more1(best, source(n));
            }
        }
    }
    if segment.cross && is_few {
        pull_across::<T, L, FEW>(best, &values[base..], block.weights);
    } else if segment.cross {
        pull_across::<T, L, MANY>(best, &values[base..], block.weights);
    }
}

/// The move across bits 8 and 9, for a segment whose low bits have `K` ones.
#[inline(always)]
fn pull_across<T: Scalar, const L: usize, const K: usize>(
    best: &mut [T],
    values: &[T],
    weights: &[T; WEIGHTS],
) {
    if K == 0 {
        return;
    }
    let weight = weights[weight_index(LOW - 1, K)];
    let (start, delta) = const { (choose(LOW - 1, K), choose(LOW - 1, K.saturating_sub(1))) };
    let aligned = start / L * L;
    let from = &values[delta + aligned..][..best.len() - aligned];
    for (e, (best, &from)) in best[aligned..].iter_mut().zip(from).enumerate() {
        if e + aligned >= start {
            *best = (*best).max(weight.minus(from));
        }
    }
}

/// Fills a block with the best over the moves of higher bits, in chunks that stay in the
/// first-level cache.
#[inline(always)]
fn seed_part<T: Scalar>(values: &mut [T], pulls: &[Pull<'_, T>], terminal: Option<T>) {
    const CHUNK: usize = 2048;
    for (number, chunk) in values.chunks_mut(CHUNK).enumerate() {
        let start = number * CHUNK;
        chunk.fill(T::LEAST);
        for pull in pulls {
            // The part of `pull` inside this chunk: states max(start, at) .. start + CHUNK.
            let from = pull.from.get(start.saturating_sub(pull.at)..).unwrap_or(&[]);
            if let Some(best) = chunk.get_mut(pull.at.saturating_sub(start)..) {
                more1(best, (pull.weight, from));
            }
        }
    }
    if let (Some(terminal), Some(last)) = (terminal, values.last_mut()) {
        *last = terminal;
    }
}

/// [`pull_segment`] without reading past the end of the segment, for the few segments at the end of
/// a block.
#[cold]
#[inline(never)]
fn pull_segment_exactly<T: Scalar>(
    best: &mut [T; SEGMENT_LEN],
    values: &[T],
    block: &BlockJob<'_, T>,
    segment: &Segment,
    steps: &[UpperMove],
    k: usize,
) {
    let len = choose(LOW, k);
    let base = segment.base as usize;
    match &block.seed {
        Seed::Whole(_) => best[..len].fill(T::LEAST),
        Seed::Part(..) => best[..len].copy_from_slice(&values[base..][..len]),
    }
    for step in steps {
        more1(
            &mut best[..len],
            (block.weights[step.weight as usize], &values[base + step.delta as usize..][..len]),
        );
    }
    if k > 0 && segment.cross {
        let (start, delta) = (choose(LOW - 1, k), choose(LOW - 1, k - 1));
        let weight = block.weights[weight_index(LOW - 1, k)];
        more1(&mut best[start..len], (weight, &values[base + delta + start..][..len - start]));
    }
}

#[inline(always)]
fn more1<T: Scalar>(best: &mut [T], (w, x): (T, &[T])) {
    for (best, &x) in best.iter_mut().zip(x) {
        *best = (*best).max(w.minus(x));
    }
}

#[inline(always)]
fn more2<T: Scalar>(best: &mut [T], (v, x): (T, &[T]), (w, y): (T, &[T])) {
    for ((best, &x), &y) in best.iter_mut().zip(x).zip(y) {
        *best = (*best).max(v.minus(x)).max(w.minus(y));
    }
}

#[inline(always)]
fn pull1<T: Scalar>(best: &mut [T], (w, x): (T, &[T])) {
    for (best, &x) in best.iter_mut().zip(x) {
        *best = w.minus(x);
    }
}

#[inline(always)]
fn pull2<T: Scalar>(best: &mut [T], (v, x): (T, &[T]), (w, y): (T, &[T])) {
    for ((best, &x), &y) in best.iter_mut().zip(x).zip(y) {
        *best = v.minus(x).max(w.minus(y));
    }
}

#[inline(always)]
fn pull3<T: Scalar>(best: &mut [T], (u, x): (T, &[T]), (v, y): (T, &[T]), (w, z): (T, &[T])) {
    for (((best, &x), &y), &z) in best.iter_mut().zip(x).zip(y).zip(z) {
        *best = u.minus(x).max(v.minus(y)).max(w.minus(z));
    }
}

#[inline(always)]
fn pull4<T: Scalar>(best: &mut [T], a: (T, &[T]), b: (T, &[T]), c: (T, &[T]), d: (T, &[T])) {
    for ((((best, &x), &y), &z), &q) in best.iter_mut().zip(a.1).zip(b.1).zip(c.1).zip(d.1) {
        *best = a.0.minus(x).max(b.0.minus(y)).max(c.0.minus(z).max(d.0.minus(q)));
    }
}
