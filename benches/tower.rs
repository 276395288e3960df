//! Colored Jenga: answering towers, and building a table.
//!
//! Compared with the obvious ways: the published method, a memoised search, and a `HashMap` of
//! towers.
#![allow(missing_docs, reason = "criterion's macros make public items")]

mod common;

use std::collections::HashMap;
use std::hint::black_box;
use std::path::PathBuf;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_core::layers::solve_all;
use perfectplay_core::tower::{Index, Position, Solver};
use perfectplay_published::tower as published;
use perfectplay_query::{Entries, Family, TableFolder};
use perfectplay_tables::{Build, Control, Depth, build, verify};
use tempfile::TempDir;

const TOWER_6: Family = Family::Tower { levels: 6 };

/// The contest's sample: six levels.
const SAMPLE: &str = "RGB/GRG/BBB/GGR/BRG/BRB";

fn folder() -> (TempDir, TableFolder) {
    let (directory, folder) = common::folder();
    let table = build_in(&folder, TOWER_6);
    verify(&table, folder.access(), Depth::Sample(10_000), Control::SILENT).expect("a sound table");
    (directory, folder)
}

fn build_in(folder: &TableFolder, family: Family) -> PathBuf {
    let how = Build { force: true, memory: None };
    build(&family.into(), folder, how, Control::SILENT, |_| {}).expect("a table").path
}

fn tower(text: &str) -> Position {
    text.parse().expect("a tower")
}

fn values(c: &mut Criterion) {
    const ASKED: u64 = 4096;
    let (_directory, folder) = folder();
    let table = folder.read("tower-6", TowerTable::new).expect("a table");
    let step = table.header().states / ASKED;
    let towers: Vec<Position> =
        (0..ASKED).map(|place| table.position(place * step).expect("a state")).collect();
    let indexes: Vec<u64> = (0..ASKED).map(|place| place * step).collect();
    let texts: Vec<String> = towers.iter().map(Position::to_string).collect();
    let known: HashMap<&Position, f64> =
        towers.iter().map(|tower| (tower, table.value(tower).expect("a value"))).collect();
    let expected: f64 = towers.iter().map(|tower| known[tower]).sum();

    let mut group = c.benchmark_group("tower-6, value");
    group.throughput(Throughput::Elements(ASKED));
    group.bench_function("of an index", |b| {
        let value = |&index| table.entry_at(black_box(index)).unwrap_or(f64::NAN);
        b.iter(|| assert_eq!(indexes.iter().map(value).sum::<f64>(), expected));
    });
    group.bench_function("of a tower", |b| {
        let value = |tower| table.value(black_box(tower)).unwrap_or(f64::NAN);
        b.iter(|| assert_eq!(towers.iter().map(value).sum::<f64>(), expected));
    });
    group.bench_function("of a tower, HashMap of these alone", |b| {
        b.iter(|| assert_eq!(towers.iter().map(|t| known[black_box(t)]).sum::<f64>(), expected));
    });
    group.bench_function("of a text", |b| {
        let value = |text| table.value(&tower(black_box(text))).unwrap_or(f64::NAN);
        b.iter(|| assert_eq!(texts.iter().map(|text| value(text)).sum::<f64>(), expected));
    });
    group.finish();

    let mut group = c.benchmark_group("tower-6, all moves of all rolls");
    group.throughput(Throughput::Elements(ASKED));
    group.bench_function("of a tower", |b| {
        let value = |tower| table.answer(black_box(tower)).map_or(f64::NAN, |answer| answer.value);
        b.iter(|| assert_eq!(towers.iter().map(value).sum::<f64>(), expected));
    });
    group.finish();

    let mut group = c.benchmark_group("tower-6, the contest's sample");
    let expected = table.value(&tower(SAMPLE)).expect("a value");
    group.bench_function("opened, and the first value", |b| {
        b.iter(|| {
            let table = folder.read("tower-6", TowerTable::new).expect("a table");
            assert_eq!(table.value(&tower(black_box(SAMPLE))), Ok(expected));
        });
    });
    let tower = tower(SAMPLE);
    group.bench_function("value", |b| {
        b.iter(|| assert_eq!(table.value(black_box(&tower)), Ok(expected)));
    });
    group.sample_size(10);
    group.bench_function("value, published method", |b| {
        b.iter(|| assert_eq!(published::value(black_box(&tower)), expected));
    });
    group.finish();
}

fn building(c: &mut Criterion) {
    let mut group = c.benchmark_group("tower-6, building");
    group.throughput(Throughput::Elements(TOWER_6.states()));
    group.sample_size(10);
    group.bench_function("entries, one thread", |b| {
        let index = Index::new(6).expect("an index");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let solve = || solve_all(&Solver::new(&index), Control::SILENT);
        b.iter(|| {
            let entries = pool.install(solve).expect("memory");
            assert_eq!(entries.len() as u64, TOWER_6.states());
        });
    });
    group.bench_function("table, all threads, written and synced", |b| {
        let (_directory, folder) = folder();
        b.iter_batched(|| (), |()| build_in(&folder, TOWER_6), BatchSize::PerIteration);
    });
    group.finish();
}

criterion_group!(benches, values, building);
criterion_main!(benches);
