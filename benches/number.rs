//! The Number Game: answering positions, and building a table.
//!
//! Compared with the obvious ways: a `HashMap` of all positions, and the published method, a memoised
//! search.
#![allow(missing_docs, reason = "criterion's macros make public items")]

mod common;

use std::collections::HashMap;
use std::hint::black_box;
use std::path::PathBuf;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_core::number::{Answer, Entry, Index, Position, Solver, rules};
use perfectplay_core::{Outcome, Value};
use perfectplay_published::number as published;
use perfectplay_query::{Entries, Family, NumberPliesTable, TableFile, TableFolder};
use perfectplay_tables::{Build, Control, Depth, build, verify};
use tempfile::TempDir;

const NUMBER_20: Family = Family::Number { bound: 20 };

/// A folder with `number-20`, verified.
fn folder() -> (TempDir, TableFolder) {
    let (directory, folder) = common::folder();
    let table = build_in(&folder);
    verify(&table, folder.access(), Depth::Entries, Control::SILENT).expect("a sound table");
    (directory, folder)
}

fn build_in(folder: &TableFolder) -> PathBuf {
    let how = Build { force: true, memory: None };
    build(&NUMBER_20.into(), folder, how, Control::SILENT, |_| {}).expect("a table").path
}

/// All 3,515 positions in a pseudo-random order.
fn positions() -> Vec<Position> {
    let mut positions = Index::new(20).build().expect("memory").0;
    positions.sort_unstable_by_key(|position| position.mask().wrapping_mul(0x9e37_79b9_7f4a_7c15));
    positions
}

/// The sum of the plies of all positions, which every way of answering must find.
fn all_plies() -> u64 {
    let mut plain = rules::PlainSolver::default();
    let mut plies = 0;
    rules::for_each_position(20, &mut |position| plies += u64::from(plain.value(position).1));
    plies
}

fn values(c: &mut Criterion) {
    let (_directory, folder) = folder();
    let table = NumberPliesTable::new(folder.file("number-20").expect("a table"));
    let table = table.expect("a table");
    let owned = std::fs::read(folder.table("number-20")).expect("a table");
    let owned = NumberPliesTable::new(TableFile::open(owned).expect("a table")).expect("a table");
    let positions = positions();
    let ranks: Vec<u64> =
        positions.iter().map(|position| table.index(position).expect("a rank")).collect();
    let known: HashMap<Position, Value> =
        positions.iter().map(|&p| (p, table.value(&p).expect("a value"))).collect();
    let expected = all_plies();

    let mut group = c.benchmark_group("number-20, value");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let plies = |value: Option<Value>| value.and_then(|value| value.plies).map_or(0, u64::from);
    group.bench_function("of a rank", |b| {
        let value = |&rank| plies(table.entry_at(black_box(rank)).map(Entry::value));
        b.iter(|| assert_eq!(ranks.iter().map(value).sum::<u64>(), expected));
    });
    group.bench_function("of a position", |b| {
        let value = |position| plies(table.value(black_box(position)).ok());
        b.iter(|| assert_eq!(positions.iter().map(value).sum::<u64>(), expected));
    });
    group.bench_function("of a position, owned bytes", |b| {
        let value = |position| plies(owned.value(black_box(position)).ok());
        b.iter(|| assert_eq!(positions.iter().map(value).sum::<u64>(), expected));
    });
    group.bench_function("of a position, HashMap", |b| {
        let value = |position| plies(known.get(black_box(position)).copied());
        b.iter(|| assert_eq!(positions.iter().map(value).sum::<u64>(), expected));
    });
    group.finish();

    let mut group = c.benchmark_group("number-20, full answer");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("of every position", |b| {
        let value = |position| plies(table.answer(black_box(position)).ok().map(|a| a.value));
        b.iter(|| assert_eq!(positions.iter().map(value).sum::<u64>(), expected));
    });
    group.finish();

    let mut group = c.benchmark_group("number-20, full answer of 2..20");
    let winning = [5u32, 7, 12, 16, 18, 19];
    let check = |answer: Option<Answer>| {
        let moves = answer.map_or(Vec::new(), |answer| answer.moves);
        let wins = moves.iter().filter(|reply| reply.winning());
        assert_eq!(
            wins.fold(0, |sum, reply| sum + u32::from(reply.step.0)),
            winning.iter().sum::<u32>()
        );
    };
    group.bench_function("table", |b| {
        b.iter(|| check(table.answer(black_box(&Position::full(20))).ok()));
    });
    group.bench_function("solved anew", |b| {
        b.iter(|| {
            let start = black_box(Position::full(20));
            let answer = Solver::default().answer(start, 10_000, Control::SILENT);
            check(answer.expect("memory"));
        });
    });
    group.bench_function("outcomes of the moves, published method", |b| {
        b.iter(|| {
            let wins = published::winning_moves(black_box(&Position::full(20)));
            assert!(wins.into_iter().map(|step| u32::from(step.0)).eq(winning));
        });
    });
    group.bench_function("outcome alone, published method", |b| {
        let start = Position::full(20);
        b.iter(|| assert_eq!(published::outcome(black_box(&start)), Outcome::Win));
    });
    group.finish();
}

fn opening(c: &mut Criterion) {
    let (_directory, folder) = folder();
    let mut group = c.benchmark_group("number-20, from a file");
    group.bench_function("opened, and the first answer", |b| {
        b.iter(|| {
            let table = folder.read("number-20", NumberTable::new).expect("a table");
            let answer = table.answer(black_box(&Position::full(20))).expect("an answer");
            assert_eq!(answer.value.plies, Some(15));
        });
    });
    group.finish();
}

fn building(c: &mut Criterion) {
    let mut group = c.benchmark_group("number-20, building");
    group.throughput(Throughput::Elements(NUMBER_20.states()));
    group.bench_function("index", |b| {
        b.iter(|| assert_eq!(Index::new(black_box(20)).build().expect("memory").0.len(), 3515));
    });
    group
        .bench_function("index and entries, one thread", |b| b.iter(|| assert_eq!(solve(20), 623)));
    group.bench_function("table, written and synced", |b| {
        let (_directory, folder) = folder();
        b.iter_batched(|| (), |()| build_in(&folder), BatchSize::PerIteration);
    });
    group.finish();
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

criterion_group!(benches, values, opening, building);
criterion_main!(benches);
