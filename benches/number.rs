//! The Number Game: answering positions, and building a table.
//!
//! Compared with the published method, a memoised search.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use perfectplay_benches::{build, folder, group, making, planned, same, stored, sums};
use perfectplay_core::{Outcome, PlainSolver, Value, WithPlies};
use perfectplay_games::NumberTable;
use perfectplay_games::number::{Answer, Entry, Index, Number, Position, Solver, rules};
use perfectplay_published::number as published;
use perfectplay_query::Probe;
use perfectplay_tables::Control;

const NUMBER_20: &str = "number-20";

/// The sum of the plies of all positions, which every way of answering must find.
fn all_plies() -> u64 {
    let mut plain = PlainSolver::new(WithPlies(Number));
    let mut plies = 0;
    rules::for_each_position(20, &mut |available| {
        plies += plain.entry(&rules::position(available)).plies.map_or(0, u64::from);
    });
    plies
}

fn values(c: &mut Criterion) {
    let (_directory, table) = stored::<NumberTable>(&planned(NUMBER_20));
    let mut positions = Index::new(20).build().expect("memory").0;
    Rng::with_seed(1).shuffle(&mut positions);
    let expected = all_plies();

    let group = &mut group(c, "number-20, value", positions.len());
    sums(group, "full answer of every position", &positions, expected, |p| {
        table.answer(p).expect("an answer").value.plies.map_or(0, u64::from)
    });
}

/// The numbers from 2 to 20, all available.
fn start(c: &mut Criterion) {
    let (_directory, folder) = folder();
    build(&planned(NUMBER_20), &folder);
    let table = folder.read("number-20", NumberTable::new).expect("a table");
    let full = || black_box(Position::full(20));
    let winning = 5 + 7 + 12 + 16 + 18 + 19;
    let wins = |answer: Answer| -> u32 {
        let moves = answer.moves.iter().filter(|reply| reply.winning());
        moves.map(|reply| u32::from(reply.step.0)).sum()
    };
    let group = &mut group(c, "number-20, full answer of 2..20", 1);
    same(group, "table", winning, || wins(table.answer(&full()).expect("an answer")));
    same(group, "solved anew", winning, || {
        let answer = Solver::default().answer(full(), 10_000, Control::SILENT);
        wins(answer.expect("memory").expect("as many as allowed"))
    });
    same(group, "outcomes of the moves, published method", winning, || {
        published::winning_moves(&full()).into_iter().map(|step| u32::from(step.0)).sum()
    });
    same(group, "opened, and the first answer", Some(15), || {
        let table = folder.read("number-20", NumberTable::new).expect("a table");
        table.answer(&full()).expect("an answer").value.plies
    });
}

fn building(c: &mut Criterion) {
    let states = planned(NUMBER_20).states().expect("a number") as usize;
    let group = &mut group(c, "number-20, building", states);
    same(group, "index", 3515, || Index::new(black_box(20)).build().expect("memory").0.len());
    same(group, "index and entries, one thread", 623, || solve(20));
    making(group, "table, written and synced", &planned(NUMBER_20));
}

/// The number of losing positions up to a bound, solved in order of rank on one thread.
fn solve(bound: u8) -> usize {
    let index = Index::new(bound);
    let (positions, trie) = index.build().expect("memory");
    let ranks = index.over(&trie).expect("a trie");
    let mut values: Vec<Value> = Vec::with_capacity(positions.len());
    for &position in &positions {
        let path = ranks.path(position).expect("a path");
        let entry =
            Entry::of(position, |to_name| values.get(path.after(to_name)?.1 as usize).copied());
        values.push(entry.expect("a move leads to a smaller rank").value());
    }
    values.iter().filter(|value| value.outcome == Outcome::Loss).count()
}

criterion_group!(benches, values, start, building);
criterion_main!(benches);
