//! Two Tokens: all starts of a board, large boards, and the family.
//!
//! Compared with the published method, which decides one start by a maximum matching and a search
//! for an augmenting path, on the same board in the same run.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use perfectplay_benches::{group, making, of_board, planned, same, stored, sums, timed};
use perfectplay_core::Outcome;
use perfectplay_core::control::Control;
use perfectplay_games::TokensTable;
use perfectplay_games::tokens::{Board, Index, Pair, Position, SolvedBoard, check};
use perfectplay_published::tokens as published;
use perfectplay_query::Probe;

fn starts(board: &Board) -> Vec<Pair> {
    let index = Index::new(board);
    (0..index.len()).filter_map(|number| index.pair(number)).collect()
}

fn contest(c: &mut Criterion) {
    let board = Board::new(8, 8).expect("a board");
    let starts = starts(&board);
    let start = starts[starts.len() / 2];
    let expected = published::outcome(&board, start);
    let group = &mut group(c, "8 x 8, no cell removed", 1);
    same(group, "published method, one start", expected, || {
        published::outcome(black_box(&board), start)
    });
    same(group, "all 2,016 starts", Some(expected), || {
        SolvedBoard::new(black_box(&board)).outcome(start)
    });
    same(group, "all starts, with the results of all moves", true, || {
        let solved = SolvedBoard::new(black_box(&board));
        let answers = starts.iter().filter_map(|&start| solved.answer(start));
        let wins = answers.filter(|answer| answer.value == Outcome::Win).count();
        wins > 0 && wins < starts.len()
    });
}

fn family(c: &mut Criterion) {
    making(&mut group(c, "tokens-4x4", 1), "built, written and synced", &planned("tokens-4x4"));
}

/// Every start of a board from its stored table.
fn single(c: &mut Criterion) {
    let board = Board::new(8, 8).expect("a board");
    let planned = of_board("tokens", &board.to_contest());
    let (_directory, table) = stored::<TokensTable>(&planned);
    let positions: Vec<Position> = starts(&board)
        .into_iter()
        .filter_map(|pair| Position::new(board.clone(), pair).ok())
        .collect();
    let solved = SolvedBoard::new(&board);
    let answers = positions.iter().filter_map(|start| solved.answer(start.pieces()));
    let winning = answers.map(|answer| answer.winning_moves().len()).sum();
    let group = &mut group(c, "8 x 8, from a stored table", positions.len());
    making(group, "built, written and synced", &planned);
    // Adjacent starts, and those that are matched.
    sums(group, "move of the strategy", &positions, 2 * solved.matching_size() + 112, |start| {
        usize::from(table.strategy(start).expect("an answer").is_some())
    });
    sums(group, "full answer", &positions, winning, |start| {
        table.answer(start).expect("an answer").winning_moves().len()
    });
}

/// The largest board takes too long to be repeated: it is timed once, and its certificate checked.
fn large(_: &mut Criterion) {
    let board = Board::new(64, 64).expect("a board");
    let (solved, seconds) = timed(|| SolvedBoard::new(black_box(&board)));
    let certificate = solved.certificate(Control::SILENT).expect("nobody stops it");
    check::check(&board, &[], &certificate, Control::SILENT).expect("a proof");
    println!("64 x 64, {} starts, one thread: {seconds:.3} s", board.starts());
}

criterion_group!(benches, contest, family, single, large);
criterion_main!(benches);
