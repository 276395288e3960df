//! Stake Your Claim: one board, large boards, and the family.
//!
//! Compared with the published method, an alpha-beta search with a transposition table, on the same
//! boards in the same run.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use perfectplay_benches::{group, least, making, planned, same, stake_board, stored, sums};
use perfectplay_core::control::Control;
use perfectplay_games::StakeTable;
use perfectplay_games::stake::{Answer, Index, Position, SmallSolver, Solver};
use perfectplay_published::stake as published;
use perfectplay_query::Probe;

fn contest(c: &mut Criterion) {
    let mut random = Rng::with_seed(1);
    let boards: Vec<Position> = (0..256).map(|_| stake_board(&mut random, 8, 10)).collect();
    let index = Index::new(10).expect("10 cells");
    let solver = Solver::new(&index);
    let mut small = SmallSolver::new(10).expect("10 cells");
    let value = |answer: Answer| i64::from(answer.value);
    let expected: i64 = boards.iter().map(|board| i64::from(published::score(board))).sum();

    let group = &mut group(c, "8 x 8, 10 empty cells, 256 boards, one thread", boards.len());
    sums(group, "published method", &boards, expected, |board| published::score(board).into());
    same(group, "alone", expected, || {
        boards.iter().map(|board| value(small.answer(black_box(board)))).sum()
    });
    sums(group, "alone, the general kernel", &boards, expected, |board| {
        value(solver.answer(board, Control::SILENT).expect("an answer"))
    });
}

fn family(c: &mut Criterion) {
    let planned = planned("stake-4");
    let (_directory, table) = stored::<StakeTable>(&planned);
    let mut random = Rng::with_seed(3);
    let mut boards = Vec::new();
    let mut expected = 0;
    for empty in (0..12).cycle().take(4096) {
        let board = stake_board(&mut random, 4, empty);
        expected += i64::from(SmallSolver::new(empty).expect("few cells").answer(&board).value);
        boards.push(board);
    }
    random.shuffle(&mut boards);
    let group = &mut group(c, "stake-4", boards.len());
    making(group, "built, written and synced", &planned);
    sums(group, "all its moves", &boards, expected, |board| {
        table.answer(board).expect("an answer").value.into()
    });
}

fn large(_: &mut Criterion) {
    for cells in [16, 18, 20] {
        let index = Index::new(cells).expect("a board has no more cells");
        let board = stake_board(&mut Rng::with_seed(2), 8, cells);
        let solve = || Solver::new(&index).answer(black_box(&board), Control::SILENT);
        let (answer, seconds) = least(solve);
        assert_eq!(answer.expect("an answer").moves.len(), cells);
        println!(
            "8 x 8, {cells} empty cells, {} states, {} bytes, all threads: {seconds:.3} s",
            index.len(),
            index.two_layers(),
        );
    }
}

criterion_group!(benches, contest, family, large);
criterion_main!(benches);
