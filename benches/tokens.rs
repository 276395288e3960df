//! Board Game: all starts of a board, large boards, and the family.
//!
//! Compared with the published method, which decides one start by a maximum matching and a search
//! for an augmenting path, on the same board in the same run.
#![allow(
    missing_docs,
    clippy::print_stderr,
    reason = "a benchmark prints, and its macros make public items"
)]

mod common;

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_core::Outcome;
use perfectplay_core::control::Control;
use perfectplay_core::tokens::{Board, FamilyIndex, Index, Pair, Position, SolvedBoard, check};
use perfectplay_published::tokens as published;
use perfectplay_query::{Family, Instance, TableId};
use perfectplay_tables::{Build, build};

fn starts(board: &Board) -> Vec<Pair> {
    let index = Index::new(board);
    (0..index.len()).filter_map(|number| index.pair(number)).collect()
}

fn contest(c: &mut Criterion) {
    let board = Board::new(8, 8).expect("a board");
    let starts = starts(&board);
    let start = starts[starts.len() / 2];
    let expected = published::outcome(&board, start);
    let mut group = c.benchmark_group("8 x 8, no cell removed");
    group.sample_size(20);
    group.bench_function("published method, one start", |b| {
        b.iter(|| assert_eq!(published::outcome(black_box(&board), start), expected));
    });
    group.bench_function("all 2,016 starts", |b| {
        b.iter(|| assert_eq!(SolvedBoard::new(black_box(&board)).outcome(start), Some(expected)));
    });
    group.bench_function("all starts, with the results of all moves", |b| {
        b.iter(|| {
            let solved = SolvedBoard::new(black_box(&board));
            let answers = starts.iter().filter_map(|&start| solved.answer(start));
            let wins = answers.filter(|answer| answer.value == Outcome::Win).count();
            assert!(wins > 0 && wins < starts.len());
        });
    });
    group.finish();
}

fn family(c: &mut Criterion) {
    let (_directory, folder) = common::folder();
    let recipe = Family::Tokens { rows: 4, columns: 4 }.into();
    let make = |force| {
        let how = Build { force, memory: None };
        build(&recipe, &folder, how, Control::SILENT, |_| {}).expect("a table")
    };
    make(false);
    let table = folder.read("tokens-4x4", TokensTable::new).expect("a table");
    let boards = FamilyIndex::new(4, 4).expect("a family");
    let positions: Vec<Position> = (0..4096)
        .filter_map(|n: u64| boards.position(n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % boards.len()))
        .collect();
    let loses = |position: &Position| {
        SolvedBoard::new(position.board()).outcome(position.pieces()) == Some(Outcome::Loss)
    };
    let expected = positions.iter().filter(|position| loses(position)).count();
    let mut group = c.benchmark_group("tokens-4x4");
    group.sample_size(20);
    group.bench_function("built, written and synced", |b| b.iter(|| make(true)));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("value of a start", |b| {
        let lost = |position: &&Position| table.value(black_box(position)) == Ok(Outcome::Loss);
        b.iter(|| assert_eq!(positions.iter().filter(lost).count(), expected));
    });
    group.finish();
}

/// Every start of a board from its stored table.
fn stored(c: &mut Criterion) {
    let (_directory, folder) = common::folder();
    let board = Board::new(8, 8).expect("a board");
    let recipe = TableId::from(Instance::Tokens(board.clone()));
    let make = |force| {
        let how = Build { force, memory: None };
        build(&recipe, &folder, how, Control::SILENT, |_| {}).expect("a table")
    };
    make(false);
    let table = folder.read(&recipe.to_string(), TokensTable::new).expect("a table");
    let positions: Vec<Position> = starts(&board)
        .into_iter()
        .filter_map(|pair| Position::new(board.clone(), pair).ok())
        .collect();
    let solved = SolvedBoard::new(&board);
    let answers = positions.iter().filter_map(|start| solved.answer(start.pieces()));
    let expected: usize = answers.map(|answer| answer.winning_moves().len()).sum();
    let lost = |start: &&Position| solved.outcome(start.pieces()) == Some(Outcome::Loss);
    let expected_lost = positions.iter().filter(lost).count();
    let mut group = c.benchmark_group("8 x 8, from a stored table");
    group.sample_size(20);
    group.bench_function("built, written and synced", |b| b.iter(|| make(true)));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("value of a start", |b| {
        let lost = |start: &&Position| table.value(black_box(start)) == Ok(Outcome::Loss);
        b.iter(|| assert_eq!(positions.iter().filter(lost).count(), expected_lost));
    });
    group.bench_function("move of the strategy", |b| {
        let step = |start: &Position| table.strategy(black_box(start)).expect("an answer");
        b.iter(|| {
            let adjacent_or_matched = positions.iter().filter_map(step).count();
            assert_eq!(adjacent_or_matched, 2 * solved.matching_size() + 112);
        });
    });
    group.bench_function("full answer", |b| {
        let winning = |start: &Position| {
            let answer = table.answer(black_box(start)).expect("an answer");
            answer.winning_moves().len()
        };
        b.iter(|| assert_eq!(positions.iter().map(winning).sum::<usize>(), expected));
    });
    group.finish();
}

/// The largest board takes too long to be repeated: it is timed once, and its certificate checked.
fn large(_: &mut Criterion) {
    let board = Board::new(64, 64).expect("a board");
    let started = Instant::now();
    let solved = SolvedBoard::new(black_box(&board));
    let seconds = started.elapsed().as_secs_f64();
    check::check(
        &board,
        &[],
        &solved.certificate(Control::SILENT).expect("nobody stops it"),
        Control::SILENT,
    )
    .expect("a proof");
    eprintln!("64 x 64, {} starts, one thread: {seconds:.3} s", board.starts());
}

criterion_group!(benches, contest, family, stored, large);
criterion_main!(benches);
