//! Contour: one board, large boards, and contours from a stored table.
//!
//! Compared with the published method, a memoised search, on the same board in the same run.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use perfectplay_benches::{contour_boards, group, least, of_board, same, stored, sums, timed};
use perfectplay_core::simd::Isa;
use perfectplay_games::ContourTable;
use perfectplay_games::contour::{Board, Position, Reader, Solver};
use perfectplay_published::contour as published;
use perfectplay_query::Probe;
use rayon::prelude::*;

/// A board of 10 × 10 cells.
fn board() -> Board {
    contour_boards([10]).next().expect("a board")
}

fn single(c: &mut Criterion) {
    let board = &board();
    let expected = published::score(board);
    let group = &mut group(c, "10 x 10, one board, one thread", board.contours());
    same(group, "published method", expected, || published::score(black_box(board)));
    for isa in Isa::available() {
        let solver = Solver::with_isa(10, 10, isa);
        let mut values = vec![0i32; board.contours()];
        same(group, isa.name(), expected, || {
            solver.solve_into(black_box(board), &mut values, |blocks, work| {
                blocks.iter_mut().for_each(work);
            });
            i64::from(values[0]) / 2
        });
    }
}

fn probes(c: &mut Criterion) {
    let board = &board();
    let (_directory, table) = stored::<ContourTable>(&of_board("contour", &board.to_contest()));
    let mut random = Rng::with_seed(1);
    let states = table.header().states;
    let positions: Vec<Position> =
        (0..1 << 12).map(|_| table.position_at(random.u64(..states)).expect("one")).collect();
    let values = Solver::new(10, 10).solve(board);
    let reader = Reader::new(board);
    let score = |position| reader.score(position, |rank| values.get(rank)).expect("a score");
    let expected: i64 = positions.iter().map(score).sum();

    let group = &mut group(c, "10 x 10, from a stored table", positions.len());
    sums(group, "value of a contour", &positions, expected, |position| {
        table.value(position).expect("a value")
    });
    sums(group, "all its moves", &positions, expected, |position| {
        table.answer(position).expect("an answer").value
    });
}

fn large(_: &mut Criterion) {
    for board in contour_boards([12, 14, 16]) {
        let (side, threads) = (board.rows(), rayon::current_num_threads());
        let solver = Solver::new(side, side);
        let mut values = vec![0i32; board.contours()];
        let mut solve = || {
            solver.solve_into(&board, &mut values, |blocks, work| {
                blocks.par_iter_mut().for_each(work);
            });
        };
        let ((), fresh) = timed(&mut solve);
        let ((), least) = least(&mut solve);
        println!(
            "{side} x {side}, {} contours, {threads} threads: {fresh:.3} s in fresh memory, {least:.3} s at best",
            board.contours(),
        );
    }
}

criterion_group!(benches, single, probes, large);
criterion_main!(benches);
