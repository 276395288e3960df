//! Colored Jenga: answering towers, and building a table.
//!
//! Compared with the published method, a memoised search.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use perfectplay_benches::{build, folder, group, making, planned, same, stored, sums, threads};
use perfectplay_core::layers::solve_all;
use perfectplay_games::TowerTable;
use perfectplay_games::tower::{Index, Position, Solver};
use perfectplay_published::tower as published;
use perfectplay_query::{Entries, Probe};
use perfectplay_tables::Control;

const TOWER_6: &str = "tower-6";

fn tower(text: &str) -> Position {
    text.parse().expect("a tower")
}

fn values(c: &mut Criterion) {
    const ASKED: u64 = 4096;
    let (_directory, table) = stored::<TowerTable>(&planned(TOWER_6));
    let step = table.header().states / ASKED;
    let indexes: Vec<u64> = (0..ASKED).map(|place| place * step).collect();
    let towers: Vec<Position> =
        indexes.iter().map(|&index| table.position_at(index).expect("a state")).collect();
    let texts: Vec<String> = towers.iter().map(Position::to_string).collect();
    let expected: f64 = towers.iter().map(|tower| table.value(tower).expect("a value")).sum();

    let values = &mut group(c, "tower-6, value", towers.len());
    sums(values, "of an index", &indexes, expected, |&index| {
        table.entry_at(index).unwrap_or(f64::NAN)
    });
    sums(values, "of a text", &texts, expected, |text| {
        table.value(&tower(text)).unwrap_or(f64::NAN)
    });
    sums(values, "all moves of all rolls", &towers, expected, |tower| {
        table.answer(tower).map_or(f64::NAN, |answer| answer.value)
    });
}

/// The contest's sample: six levels.
fn sample(c: &mut Criterion) {
    let (_directory, folder) = folder();
    build(&planned(TOWER_6), &folder);
    let open = || folder.read("tower-6", TowerTable::new).expect("a table");
    let (table, text) = (open(), "RGB/GRG/BBB/GGR/BRG/BRB");
    let sample = tower(text);
    let expected = table.value(&sample).expect("a value");
    let group = &mut group(c, "tower-6, the contest's sample", 1);
    same(group, "opened, and the first value", Ok(expected), || {
        open().value(&tower(black_box(text)))
    });
    same(group, "value, published method", expected, || published::value(black_box(&sample)));
}

fn building(c: &mut Criterion) {
    let states = planned(TOWER_6).states().expect("a number") as usize;
    let group = &mut group(c, "tower-6, building", states);
    let index = Index::new(6).expect("an index");
    let solve = || solve_all(&Solver::new(&index), Control::SILENT).expect("memory").len();
    let pool = threads(1);
    same(group, "entries, one thread", states, || pool.install(solve));
    making(group, "table, all threads, written and synced", &planned(TOWER_6));
}

criterion_group!(benches, values, sample, building);
criterion_main!(benches);
