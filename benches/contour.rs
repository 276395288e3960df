//! Contour: one board, many boards, large boards, and contours from a stored table.
//!
//! Compared with the published method, a memoised search, on the same board in the same run.
#![allow(
    missing_docs,
    clippy::print_stderr,
    reason = "a benchmark prints, and its macros make public items"
)]

mod common;

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_core::contour::{BatchSolver, Board, Position, Solver};
use perfectplay_core::simd::Isa;
use perfectplay_published::contour as published;
use perfectplay_query::{Entries, Instance};
use perfectplay_tables::{Build, Control, build};
use rayon::prelude::*;

/// Boards of pseudo-random scores up to 100,000, the same in every run.
struct Boards(u64);

impl Boards {
    fn score(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % 100_001) as u32
    }

    fn next(&mut self, side: usize) -> Board {
        let mut scores = || (0..side).map(|_| (0..side).map(|_| self.score()).collect()).collect();
        let (a, b): (Vec<Vec<u32>>, Vec<Vec<u32>>) = (scores(), scores());
        Board::new(&a, &b).expect("a board")
    }
}

fn boards() -> Boards {
    Boards(88_172_645_463_325_252)
}

fn single(c: &mut Criterion) {
    let board = boards().next(10);
    let expected = published::score(&board);
    let mut group = c.benchmark_group("10 x 10, one board, one thread");
    group.throughput(Throughput::Elements(board.contours() as u64));
    group.sample_size(20);
    group.bench_function("published method", |b| {
        b.iter(|| assert_eq!(published::score(black_box(&board)), expected));
    });
    for isa in Isa::available() {
        let solver = Solver::with_isa(10, 10, isa);
        let mut values = vec![0i32; board.contours()];
        group.bench_function(isa.name(), |b| {
            b.iter(|| {
                let board = black_box(&board);
                solver.solve_into(board, &mut values, |blocks, work| {
                    blocks.iter_mut().for_each(work);
                });
                assert_eq!(i64::from(values[0]) / 2, expected);
            });
        });
    }
    group.finish();
}

fn batches(c: &mut Criterion) {
    let mut source = boards();
    let boards: Vec<Board> = (0..256).map(|_| source.next(10)).collect();
    let solver = Solver::new(10, 10);
    let expected: Vec<i64> = boards.iter().map(|board| solver.solve(board).get(0) / 2).collect();
    let mut group = c.benchmark_group("10 x 10, 256 boards");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.sample_size(20);
    for isa in Isa::available() {
        let batch = BatchSolver::with_isa(10, 10, isa);
        group.bench_function(format!("{}, one thread", isa.name()), |b| {
            b.iter(|| assert_eq!(batch.scores(black_box(&boards)), expected));
        });
    }
    let batch = BatchSolver::new(10, 10);
    group.bench_function("best, all threads", |b| {
        // Every thread gets a multiple of the lanes.
        let share = boards.len().div_ceil(rayon::current_num_threads()).min(64);
        let share = share.next_multiple_of(batch.lanes());
        let scores = |boards: &[Board]| -> Vec<i64> {
            boards.par_chunks(share).flat_map_iter(|boards| batch.scores(boards)).collect()
        };
        b.iter(|| assert_eq!(scores(black_box(&boards)), expected));
    });
    group.finish();
}

fn stored(c: &mut Criterion) {
    let board = boards().next(10);
    let (_directory, folder) = common::folder();
    let recipe = Instance::Contour(board.clone()).into();
    build(&recipe, &folder, Build::default(), Control::SILENT, |_| {}).expect("a table");
    let table = folder.read(&recipe.to_string(), ContourTable::new).expect("a table");
    let states = table.header().states;
    let positions: Vec<Position> = (0..1 << 12)
        .map(|n: u64| table.position(n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % states).expect("one"))
        .collect();
    let values = Solver::new(10, 10).solve(&board);
    let reader = perfectplay_core::contour::Reader::new(&board);
    let score = |position| reader.score(position, |rank| values.get(rank)).expect("a score");
    let expected: i64 = positions.iter().map(score).sum();

    let mut group = c.benchmark_group("10 x 10, from a stored table");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("value of a contour", |b| {
        let value = |position| table.value(black_box(position)).expect("a value");
        b.iter(|| assert_eq!(positions.iter().map(value).sum::<i64>(), expected));
    });
    group.bench_function("all its moves", |b| {
        let value = |position| table.answer(black_box(position)).expect("an answer").value;
        b.iter(|| assert_eq!(positions.iter().map(value).sum::<i64>(), expected));
    });
    group.finish();
}

/// Large boards take too long to be repeated often: the least of three times is printed.
fn large(_: &mut Criterion) {
    let mut source = boards();
    for side in [12, 14, 16] {
        let board = source.next(side);
        let solver = Solver::new(side, side);
        let mut values = vec![0i32; board.contours()];
        let mut times = Vec::new();
        for _ in 0..3 {
            let started = Instant::now();
            solver.solve_into(&board, &mut values, |blocks, work| {
                blocks.par_iter_mut().for_each(work);
            });
            times.push(started.elapsed().as_secs_f64());
        }
        let threads = rayon::current_num_threads();
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        eprintln!(
            "{side} x {side}, {} contours, {threads} threads: {:.3} s in fresh memory, {least:.3} s at best",
            board.contours(),
            times[0],
        );
    }
}

criterion_group!(benches, single, batches, stored, large);
criterion_main!(benches);
