//! Stake Your Claim: one board, many boards, large boards, and the family.
//!
//! Compared with an alpha-beta search with a transposition table of the published kind, on the same
//! boards in the same run.
#![allow(
    missing_docs,
    clippy::print_stderr,
    reason = "a benchmark prints, and its macros make public items"
)]

mod common;

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_core::stake::{Answer, BatchSolver, Index, Position, SmallSolver, Solver};
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
    let mut search = AlphaBeta::new();
    let total =
        |answers: Vec<Answer>| answers.iter().map(|answer| i64::from(answer.value)).sum::<i64>();
    let expected: i64 = boards.iter().map(|board| i64::from(search.score(board))).sum();

    let mut group = c.benchmark_group("8 x 8, 10 empty cells, 256 boards, one thread");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.sample_size(20);
    group.bench_function("alpha-beta with a transposition table", |b| {
        b.iter(|| {
            let scores = boards.iter().map(|board| i64::from(search.score(black_box(board))));
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
        build(&recipe, &folder, how, Control::SILENT, || {}).expect("a table")
    };
    make(false);
    let table = folder.stake("stake-4").expect("a table");
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

/// Alpha-beta with a transposition table of bounds for each of the 3^10 words over the empty cells.
/// A full board is a grid that is searched for regions.
struct AlphaBeta {
    lower: Vec<i8>,
    upper: Vec<i8>,
    stamp: Vec<u32>,
    now: u32,
    grid: [[u8; 8]; 8],
    size: usize,
    cells: Vec<(usize, usize)>,
    nodes: u64,
    calls: u64,
}

const POWERS: [usize; 11] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049];

impl AlphaBeta {
    fn new() -> Self {
        Self {
            lower: vec![0; POWERS[10]],
            upper: vec![0; POWERS[10]],
            stamp: vec![0; POWERS[10]],
            now: 0,
            grid: [[2; 8]; 8],
            size: 0,
            cells: Vec::new(),
            nodes: 0,
            calls: 0,
        }
    }

    fn score(&mut self, board: &Position) -> i8 {
        self.size = board.size();
        self.grid = [[2; 8]; 8];
        let [zeros, ones] = board.filled();
        for row in 0..8 {
            for column in 0..8 {
                let bit = 1 << (8 * row + column);
                if zeros & bit != 0 {
                    self.grid[row][column] = 0;
                } else if ones & bit != 0 {
                    self.grid[row][column] = 1;
                }
            }
        }
        self.cells =
            board.moves().map(|step| (usize::from(step.row), usize::from(step.column))).collect();
        self.now += 1;
        self.calls += 1;
        self.search(board.mover() as u8, 0, self.cells.len(), -64, 64)
    }

    fn search(&mut self, mover: u8, word: usize, left: usize, mut alpha: i8, mut beta: i8) -> i8 {
        self.nodes += 1;
        if self.stamp[word] == self.now {
            let (lower, upper) = (self.lower[word], self.upper[word]);
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
        }
        if left == 0 {
            let score = self.largest(mover) - self.largest(1 - mover);
            (self.stamp[word], self.lower[word], self.upper[word]) = (self.now, score, score);
            return score;
        }
        let (start, mut best) = (alpha, -65);
        #[expect(clippy::needless_range_loop, reason = "the search changes the grid")]
        for i in 0..self.cells.len() {
            let (row, column) = self.cells[i];
            if self.grid[row][column] != 2 {
                continue;
            }
            self.grid[row][column] = mover;
            let next = word + POWERS[i] * (usize::from(mover) + 1);
            let result = -self.search(1 - mover, next, left - 1, -beta, -alpha);
            self.grid[row][column] = 2;
            best = best.max(result);
            alpha = alpha.max(result);
            if alpha >= beta {
                break;
            }
        }
        if self.stamp[word] != self.now {
            self.stamp[word] = self.now;
            self.lower[word] = -64;
            self.upper[word] = 64;
        }
        if best > start {
            self.lower[word] = best;
        }
        if best < beta {
            self.upper[word] = best;
        }
        best
    }

    fn largest(&self, digit: u8) -> i8 {
        let mut seen = [[false; 8]; 8];
        let mut largest = 0;
        for row in 0..self.size {
            for column in 0..self.size {
                if self.grid[row][column] == digit && !seen[row][column] {
                    largest = largest.max(self.flood(digit, row, column, &mut seen));
                }
            }
        }
        largest
    }

    fn flood(&self, digit: u8, row: usize, column: usize, seen: &mut [[bool; 8]; 8]) -> i8 {
        if row >= self.size
            || column >= self.size
            || seen[row][column]
            || self.grid[row][column] != digit
        {
            return 0;
        }
        seen[row][column] = true;
        1 + self.flood(digit, row.wrapping_sub(1), column, seen)
            + self.flood(digit, row + 1, column, seen)
            + self.flood(digit, row, column.wrapping_sub(1), seen)
            + self.flood(digit, row, column + 1, seen)
    }
}

criterion_group!(benches, contest, family, large);
criterion_main!(benches);
