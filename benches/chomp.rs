//! Chomp: families, their tables, and single positions with plies.
//!
//! Compared with the published method, a memoised search for one bar, and with trying the moves of
//! all positions in order of the index, in the same run.
#![allow(
    missing_docs,
    clippy::print_stderr,
    reason = "a benchmark prints, and its macros make public items"
)]

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_core::Outcome;
use perfectplay_core::chomp::{Outcomes, Position, Solver, Subpositions};
use perfectplay_core::control::Control;
use perfectplay_core::staircase::{choose, path_of_rows, rank_path};
use perfectplay_published::chomp as published;
use perfectplay_query::Family;
use perfectplay_tables::{Build, build};

mod common;

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
    let positions = solved(10).index().len();
    let mut group = c.benchmark_group("10 x 10, one thread");
    group.throughput(Throughput::Elements(positions));
    group.sample_size(20);
    group.bench_function("outcomes of all positions", |b| {
        b.iter(|| assert_eq!(losing(&solved(black_box(10))), 2_612));
    });
    group.bench_function("outcomes of all positions, move by move", |b| {
        b.iter(|| assert_eq!(count(&pulled(black_box(10))), 2_612));
    });
    group.bench_function("outcome of the bar, published method", |b| {
        b.iter(|| assert_eq!(published::outcome(black_box(&bar(10))), Outcome::Win));
    });
    group.bench_function("outcomes and plies of all positions", |b| {
        b.iter(|| {
            let below =
                Subpositions::new(black_box(bar(10)), 1 << 20, Control::SILENT).expect("memory");
            let value = below.expect("as many as allowed").answer().value;
            assert_eq!((value.outcome, value.plies), (Outcome::Win, Some(20)));
        });
    });
    group.finish();
}

fn probes(c: &mut Criterion) {
    let outcomes = solved(10);
    let ranks: Vec<u64> = (0..1 << 12)
        .map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % outcomes.index().len())
        .collect();
    let position = |&rank| outcomes.index().position(rank).expect("one");
    let positions: Vec<Position> = ranks.iter().map(position).collect();
    let losing = pulled(10);
    let expected = ranks.iter().filter(|&&rank| losing[rank as usize]).count();
    let mut group = c.benchmark_group("10 x 10, solved");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("outcome of a position", |b| {
        let loses = |position: &&Position| outcomes.outcome(position) == Some(Outcome::Loss);
        b.iter(|| assert_eq!(black_box(&positions).iter().filter(loses).count(), expected));
    });
    group.bench_function("all its moves", |b| {
        let outcome =
            |position: &Position| outcomes.answer(position).expect("it fits").value.outcome;
        let loses = |position: &&Position| outcome(position) == Outcome::Loss;
        b.iter(|| assert_eq!(black_box(&positions).iter().filter(loses).count(), expected));
    });
    group.finish();
}

/// Every position of the default table, in a pseudo-random order.
fn table(c: &mut Criterion) {
    let (_directory, folder) = common::folder();
    let family = Family::Chomp { rows: 10, columns: 10 };
    let make = |force| {
        let how = Build { force, memory: None };
        build(&family.into(), &folder, how, Control::SILENT, |_| {}).expect("a table")
    };
    make(false);
    let table = folder.read("chomp-10x10", ChompTable::new).expect("a table");
    let outcomes = solved(10);
    // 65,537 is a prime that does not divide the count, so each position comes once.
    let positions: Vec<Position> = (0..outcomes.index().len())
        .map(|n| n * 65_537 % outcomes.index().len())
        .map(|index| outcomes.index().position(index).expect("one"))
        .collect();
    let mut group = c.benchmark_group("chomp-10x10");
    group.sample_size(20);
    group.bench_function("built, written and synced", |b| b.iter(|| make(true)));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("value of a position", |b| {
        let loses = |position: &&Position| table.value(black_box(position)) == Ok(Outcome::Loss);
        b.iter(|| assert_eq!(positions.iter().filter(loses).count(), 2_612));
    });
    group.bench_function("all its moves", |b| {
        let outcome =
            |position: &Position| table.answer(black_box(position)).expect("it fits").value.outcome;
        let loses = |position: &&Position| outcome(position) == Outcome::Loss;
        b.iter(|| assert_eq!(positions.iter().filter(loses).count(), 2_612));
    });
    group.finish();
}

/// Large bars take too long to be repeated often: the least of three times is printed.
fn large(_: &mut Criterion) {
    for (side, expected) in [(12, 26_838), (14, 256_366), (16, 3_317_972)] {
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("threads");
            let (mut least, mut packed) = (f64::INFINITY, f64::INFINITY);
            let mut positions = 0;
            for _ in 0..3 {
                let started = Instant::now();
                let outcomes = pool.install(|| solved(side));
                least = least.min(started.elapsed().as_secs_f64());
                let started = Instant::now();
                assert_eq!(losing(&outcomes), expected);
                packed = packed.min(started.elapsed().as_secs_f64());
                positions = outcomes.index().len();
            }
            eprintln!(
                "{side} x {side}, {positions} positions, {threads} threads: {:.1} ms, {:.2} ns a position; packed in {:.1} ms",
                1e3 * least,
                1e9 * least / positions as f64,
                1e3 * packed,
            );
        }
    }
    let started = Instant::now();
    assert_eq!(published::outcome(&bar(12)), Outcome::Win);
    let milliseconds = 1e3 * started.elapsed().as_secs_f64();
    eprintln!("12 x 12, the bar alone, published method: {milliseconds:.0} ms");
    let started = Instant::now();
    assert_eq!(count(&pulled(14)), 256_366);
    eprintln!("14 x 14, move by move: {:.0} ms", 1e3 * started.elapsed().as_secs_f64());
    assert_eq!(rank_path(path_of_rows(&[14; 14])) + 1, choose(28, 14));
}

criterion_group!(benches, ten, probes, table, large);
criterion_main!(benches);
