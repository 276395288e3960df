//! Games that can begin in many positions.

use perfectplay_catalogue::Numbers;

use crate::tables::bytes;
use crate::*;

/// The start of a game from which one move and one more lead to every number, and nowhere else.
const ROOT: u64 = 1 << 40;
/// More than are handed on together.
const MANY: u64 = 70_000;
const PARTS: u64 = 64;

fn from_root(number: u64, moves: impl FnOnce() -> Vec<u64>) -> Vec<u64> {
    match number.checked_sub(ROOT) {
        None => moves(),
        Some(0) => (1..=PARTS).map(|part| ROOT + part).collect(),
        Some(part) => (1..MANY).filter(|number| number % PARTS + 1 == part).collect(),
    }
}

#[test]
fn a_game_begins_wherever_it_may() {
    let fall = |number| {
        from_root(number, || if number == 0 { Vec::new() } else { vec![number / 2, number / 3] })
    };
    let fall = Numbers {
        name: "fall-1".to_owned(),
        start: ROOT,
        moves: fall,
        values: Values::Grundy,
        ..Numbers::default()
    };
    let stage = |number: u64| if number < ROOT { 20 - (number + 1).ilog2() } else { 0 };
    let by_stage = Numbers { stage, ..fall.clone() };
    // All are on a level, but for their only move.
    let one_level = |number| from_root(number, || if number == 0 { Vec::new() } else { vec![0] });
    let one_level = Numbers { moves: one_level, ..fall.clone() };
    // Play may go round for ever, and end in some positions.
    let ring = |number| {
        from_root(number, || match number % 7_777 {
            5 => Vec::new(),
            _ => vec![(number + 1) % MANY, (number * number + 3) % MANY],
        })
    };
    let ring = Numbers { moves: ring, values: Values::Outcome, ..fall.clone() };
    for with_root in [fall, by_stage, one_level, ring] {
        // The order does not matter, nor that one is there twice.
        let starts = (1..MANY).rev().chain([7]).collect();
        let game = Numbers { start: 1, starts, ..with_root.clone() };
        let (_directory, folder) = folder();
        // So little that they do not fit into a hash table.
        let built = Build::default().memory(24 << 20).solve(&game, &folder).expect("a table");
        assert!(bytes(&game, 1) == std::fs::read(built.path).expect("a file"));
        let (with_root, table) = (unverified(with_root).1, SolvedTable::open(game, &folder));
        let table = table.expect("a table");
        assert_eq!(table.verify().expect("a table"), MANY);
        assert_eq!(with_root.header().states, MANY + 1 + PARTS);
        for number in 0..MANY {
            assert_eq!(value(&table, number), value(&with_root, number));
        }
    }
}

#[test]
fn other_starts_make_another_game() {
    let moves = |left: u64| (left.saturating_sub(3)..left).collect();
    let pile = Numbers { name: "pile-9".to_owned(), start: 9, moves, ..Numbers::default() };
    let (directory, table) = solved(pile.clone());
    let folder = TableFolder::from(directory.path());
    let same = Numbers { starts: vec![9], ..pile.clone() };
    assert!(!build(&same, &folder).expect("a table").anew);
    for starts in [vec![9, 12], vec![12, 9], vec![9, 9]] {
        let other = Numbers { starts, ..pile.clone() };
        refused!(build(&other, &folder), SolveError::Build(_));
        assert_eq!(table.header().states, 10);
    }
}
