//! Chomp: families, their tables, and single positions with plies.
//!
//! Compared with the published method, a memoised search for one bar, and with trying the moves of
//! all positions in order of the index, in the same run.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use perfectplay_benches::{group, least, making, planned, same, stored, sums, threads, timed};
use perfectplay_core::Outcome;
use perfectplay_core::control::Control;
use perfectplay_games::ChompTable;
use perfectplay_games::chomp::{Outcomes, Position, Solver, Subpositions};
use perfectplay_games::staircase::{choose, rank_path};
use perfectplay_published::chomp as published;
use perfectplay_query::Probe;

fn solved(side: usize) -> Outcomes {
    Solver::new(side, side).expect("a bar").solve(Control::SILENT).expect("memory")
}

fn losing(outcomes: &Outcomes) -> u32 {
    let mut losing = 0;
    outcomes.for_each_word(|word| losing += word.count_ones());
    losing
}

fn bar(side: usize) -> Position {
    Position::bar(side, side).expect("a bar")
}

/// Whether each position is lost, by rank. The moves of all positions are tried, in order of the
/// index, until one wins.
fn pulled(side: usize) -> Vec<bool> {
    let mut losing = vec![false; choose(2 * side, side)];
    let mut path = (1u64 << side) - 1;
    for rank in 1..losing.len() {
        // The next number with as many ones.
        let lowest = path & path.wrapping_neg();
        let carried = path + lowest;
        path = carried | ((path ^ carried) / lowest) >> 2;
        losing[rank] = !wins(path as u32, &losing);
    }
    losing
}

fn count(losing: &[bool]) -> usize {
    losing.iter().filter(|&&loses| loses).count()
}

/// Whether a move of a path leads to a losing path. A move sorts a window of the path.
fn wins(path: u32, losing: &[bool]) -> bool {
    let mut zeros = !path;
    while zeros != 0 && path >> zeros.trailing_zeros() != 0 {
        let zero = zeros.trailing_zeros();
        zeros &= zeros - 1;
        let below = path & ((1 << zero) - 1);
        let (mut above, mut moved) = (path ^ below, 0);
        while above != 0 {
            above &= above - 1;
            moved = moved << 1 | 1 << zero;
            if losing[rank_path(above | moved | below)] {
                return true;
            }
        }
    }
    false
}

fn ten(c: &mut Criterion) {
    let group = &mut group(c, "10 x 10, one thread", choose(20, 10));
    same(group, "outcomes of all positions", 2_612, || losing(&solved(black_box(10))));
    same(group, "outcomes of all positions, move by move", 2_612, || count(&pulled(black_box(10))));
    same(group, "outcome of the bar, published method", Outcome::Win, || {
        published::outcome(black_box(&bar(10)))
    });
    same(group, "outcomes and plies of all positions", (Outcome::Win, Some(20)), || {
        let below = Subpositions::new(black_box(bar(10)), 1 << 20, Control::SILENT);
        let value = below.expect("memory").expect("as many as allowed").answer().value;
        (value.outcome, value.plies)
    });
}

/// Whether a position is lost, to be counted.
fn one_if_lost(outcome: Outcome) -> usize {
    usize::from(outcome == Outcome::Loss)
}

/// All positions, in a random order.
fn positions(outcomes: &Outcomes) -> Vec<Position> {
    let index = outcomes.index();
    let mut positions: Vec<Position> =
        (0..index.len()).map(|rank| index.position(rank).expect("one")).collect();
    Rng::with_seed(1).shuffle(&mut positions);
    positions
}

fn probes(c: &mut Criterion) {
    let outcomes = solved(10);
    let positions = &positions(&outcomes)[..1 << 12];
    let losing = pulled(10);
    let rank = |position| outcomes.index().index_of(position).expect("one") as usize;
    let expected = positions.iter().filter(|position| losing[rank(position)]).count();
    let group = &mut group(c, "10 x 10, solved", positions.len());
    sums(group, "outcome of a position", positions, expected, |position| {
        one_if_lost(outcomes.outcome(position).expect("it fits"))
    });
    sums(group, "all its moves", positions, expected, |position| {
        one_if_lost(outcomes.answer(position).expect("it fits").value.outcome)
    });
}

fn table(c: &mut Criterion) {
    let planned = planned("chomp-10x10");
    let (_directory, table) = stored::<ChompTable>(&planned);
    let positions = positions(&solved(10));
    let group = &mut group(c, "chomp-10x10", positions.len());
    making(group, "built, written and synced", &planned);
    sums(group, "value of a position", &positions, 2_612, |position| {
        one_if_lost(table.value(position).expect("it fits"))
    });
    sums(group, "all its moves", &positions, 2_612, |position| {
        one_if_lost(table.answer(position).expect("it fits").value.outcome)
    });
}

fn large(_: &mut Criterion) {
    for (side, expected) in [(12, 26_838), (14, 256_366), (16, 3_317_972)] {
        for count in [1, 2] {
            let pool = threads(count);
            let (outcomes, seconds) = least(|| pool.install(|| solved(side)));
            let (losing, packed) = least(|| losing(&outcomes));
            assert_eq!(losing, expected);
            let positions = outcomes.index().len();
            println!(
                "{side} x {side}, {positions} positions, {count} threads: {:.1} ms, {:.2} ns a position; packed in {:.1} ms",
                1e3 * seconds,
                1e9 * seconds / positions as f64,
                1e3 * packed,
            );
        }
    }
    let (outcome, seconds) = timed(|| published::outcome(&bar(12)));
    assert_eq!(outcome, Outcome::Win);
    println!("12 x 12, the bar alone, published method: {:.0} ms", 1e3 * seconds);
    let (losing, seconds) = timed(|| count(&pulled(14)));
    assert_eq!(losing, 256_366);
    println!("14 x 14, move by move: {:.0} ms", 1e3 * seconds);
}

criterion_group!(benches, ten, probes, table, large);
criterion_main!(benches);
