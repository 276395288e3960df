//! Stake Your Claim: one board, many boards, large boards, and the family.
//!
//! Compared with the published method, an alpha-beta search with a transposition table, on the same
//! boards in the same run.
#![allow(
    missing_docs,
    clippy::print_stderr,
    reason = "a benchmark prints, and its macros make public items"
)]

mod common;

use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_core::layers::Layered;
use perfectplay_core::stake::{
    Answer, BatchSolver, FamilyIndex, FamilySolver, FamilyTask, Index, Position, SmallSolver,
    Solver,
};
use perfectplay_published::stake as published;
use perfectplay_query::Family;
use perfectplay_tables::{Build, Control, build};

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// A board with random cells empty and the others filled at random.
    fn board(&mut self, size: usize, empty: usize) -> Position {
        let mut cells: Vec<usize> = (0..size * size).collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, self.below(i + 1));
        }
        let mut filled = [0; 2];
        for (i, cell) in cells[empty..].iter().enumerate() {
            filled[i % 2] |= 1 << (8 * (cell / size) + cell % size);
        }
        Position::from_masks(size, filled).expect("a board")
    }
}

fn contest(c: &mut Criterion) {
    let mut random = Random(1);
    let boards: Vec<Position> = (0..256).map(|_| random.board(8, 10)).collect();
    let index = Index::new(10).expect("10 cells");
    let solver = Solver::new(&index);
    let mut small = SmallSolver::new(10).expect("10 cells");
    let mut batch = BatchSolver::new(&index);
    let total =
        |answers: Vec<Answer>| answers.iter().map(|answer| i64::from(answer.value)).sum::<i64>();
    let expected: i64 = boards.iter().map(|board| i64::from(published::score(board))).sum();

    let mut group = c.benchmark_group("8 x 8, 10 empty cells, 256 boards, one thread");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.sample_size(20);
    group.bench_function("published method", |b| {
        b.iter(|| {
            let scores = boards.iter().map(|board| i64::from(published::score(black_box(board))));
            assert_eq!(scores.sum::<i64>(), expected);
        });
    });
    group.bench_function("alone", |b| {
        b.iter(|| {
            let answers = boards.iter().map(|board| small.answer(black_box(board))).collect();
            assert_eq!(total(answers), expected);
        });
    });
    group.bench_function("alone, the general kernel", |b| {
        b.iter(|| {
            let answer =
                |board| solver.answer(black_box(board), Control::SILENT).expect("an answer");
            assert_eq!(total(boards.iter().map(answer).collect()), expected);
        });
    });
    group.bench_function("in a batch", |b| {
        b.iter(|| assert_eq!(total(batch.answers(black_box(&boards))), expected));
    });
    group.finish();
}

fn family(c: &mut Criterion) {
    let (_directory, folder) = common::folder();
    let recipe = Family::Stake { size: 4 }.into();
    let make = |force| {
        let how = Build { force, memory: None };
        build(&recipe, &folder, how, Control::SILENT, |_| {}).expect("a table")
    };
    make(false);
    let table = folder.read("stake-4", StakeTable::new).expect("a table");
    let mut random = Random(3);
    let boards: Vec<Position> = (0..4096)
        .map(|_| {
            let empty = random.below(12);
            random.board(4, empty)
        })
        .collect();
    let expected: i64 = boards
        .iter()
        .map(|board| {
            let cells = board.empty_cells().count_ones() as usize;
            let mut solver = SmallSolver::new(cells).expect("few cells");
            i64::from(solver.answer(board).value)
        })
        .sum();
    let mut group = c.benchmark_group("stake-4");
    group.sample_size(20);
    group.bench_function("built, written and synced", |b| b.iter(|| make(true)));
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("value of a board", |b| {
        let value = |board| i64::from(table.value(black_box(board)).expect("a value"));
        b.iter(|| assert_eq!(boards.iter().map(value).sum::<i64>(), expected));
    });
    group.bench_function("all its moves", |b| {
        let value = |board| i64::from(table.answer(black_box(board)).expect("an answer").value);
        b.iter(|| assert_eq!(boards.iter().map(value).sum::<i64>(), expected));
    });
    group.finish();
}

/// Large boards take too long to be repeated often: the least of three times is printed.
fn large(_: &mut Criterion) {
    for cells in [16, 18, 20] {
        let index = Index::new(cells).expect("so many cells");
        let board = Random(2).board(8, cells);
        let time = |_| {
            let started = Instant::now();
            let solver = Solver::new(&index);
            let answer = solver.answer(black_box(&board), Control::SILENT).expect("an answer");
            assert_eq!(answer.moves.len(), cells);
            started.elapsed().as_secs_f64()
        };
        let least = (0..3).map(time).fold(f64::INFINITY, f64::min);
        eprintln!(
            "8 x 8, {cells} empty cells, {} states, {} bytes, all threads: {least:.3} s",
            index.len(),
            index.two_layers(),
        );
    }
}

/// The largest family's layers: the upper ones whole, samples of the others, whose layer before is
/// taken to be zeros. The least of three times is printed.
fn large_family(_: &mut Criterion) {
    let index = FamilyIndex::new(5).expect("a size");
    let started = Instant::now();
    let patterns = index.patterns();
    eprintln!("stake-5: {} bytes of patterns in {:?}", patterns.len(), started.elapsed());
    let solver = FamilySolver::new(&index, &patterns).expect("its patterns");
    let length = |states: Range<u64>| (states.end - states.start) as usize;
    for layer in 1..=20 {
        let tasks: Vec<FamilyTask> = solver.tasks(layer, FamilySolver::TASK).collect();
        let lower = vec![0; length(solver.reads(layer))];
        let step = tasks.len().div_ceil(40);
        let sample: Vec<&FamilyTask> = tasks.iter().step_by(step).collect();
        let states: usize = sample.iter().map(|task| solver.task_len(task)).sum();
        let time = |_| {
            let mut time = 0;
            for task in &sample {
                let mut out = vec![1; solver.task_len(task)];
                let started = Instant::now();
                solver.fill(task, black_box(&lower), &mut out);
                time += started.elapsed().as_nanos();
                assert!(out.iter().all(|&score| score == 0), "the best of zeros");
            }
            time
        };
        let least = (0..3).map(time).min().expect("three times");
        eprintln!(
            "stake-5, {layer} empty cells, {} states, {} tasks, one thread: {:.1} ns a state",
            length(solver.layer(layer)),
            tasks.len(),
            least as f64 / states as f64,
        );
    }
}

criterion_group!(benches, contest, family, large, large_family);
criterion_main!(benches);
