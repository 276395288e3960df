//! Games whose positions are numbered, layer by layer.

use std::sync::Arc;

use perfectplay_catalogue::Numbers;
use perfectplay_query::Access;
use perfectplay_tables::solve::numbering::Subsets;
use perfectplay_tables::solve::{Mistake, rules_tag};
use perfectplay_tables::{GameRecipe, Recipe, Store, merge};

use crate::tables::bytes;
use crate::*;

#[test]
fn numbered_positions_have_the_values_of_found_ones() {
    let (found, numbered) = (solved(TicTacToe { size: 3 }).1, solved(OnCells::tic_tac_toe(3)).1);
    let header = numbered.header();
    assert_eq!((header.states, &*header.encoding, header.sections.len()), (6_046, "value8", 1));
    for position in all_positions(found.game()) {
        assert_eq!(value(&found, position), value(&numbered, position));
        let answer = numbered.answer(position).expect("a position");
        assert_eq!(answer.value, found.answer(position).expect("a position").value);
    }
    let all = numbered.words(u64::MAX, Control::SILENT).expect("memory");
    assert_eq!(all, (0..6_046).collect::<Vec<u64>>());
}

/// Rows of up to six cells, by the number of the path between them and what was taken, each a layer of its own.
const SIDE: usize = 6;

fn bar_of(number: u64) -> u64 {
    let mut steps = Subsets::new(2 * SIDE, SIDE).subset(number);
    (0..SIDE).fold(0, |word, before| {
        let length = u64::from(steps.trailing_zeros()) - before as u64;
        steps &= steps - 1;
        word << 4 | length
    })
}

fn number_of(bar: u64) -> u64 {
    let step = |row: usize| (bar >> (4 * (SIDE - 1 - row)) & 15) + row as u64;
    Subsets::new(2 * SIDE, SIDE).number((0..SIDE).map(|row| 1 << step(row)).sum())
}

#[test]
fn numbered_bars_have_the_same_plies() {
    // Taken cells are those at the ends of rows, so that the first row of a word is the longest.
    let bars = |rows_first: u64| -> Vec<u64> {
        let mut after = Vec::new();
        for row in 0..SIDE {
            for left in 0..rows_first >> (4 * row) & 15 {
                let rows = (0..SIDE).map(|it| {
                    let length = rows_first >> (4 * it) & 15;
                    if it < row { length } else { length.min(left) }
                });
                after.push(rows.enumerate().map(|(it, length)| length << (4 * it)).sum());
            }
        }
        after
    };
    let start = 0x66_6666;
    let found = Numbers {
        name: "bars-6".to_owned(),
        start,
        values: Values::Misere,
        moves: bars,
        ..Numbers::default()
    };
    let numbered = Numbers {
        name: "numberedbars-6".to_owned(),
        pack: number_of,
        unpack: bar_of,
        layers: vec![1; Subsets::new(2 * SIDE, SIDE).count() as usize],
        ..found.clone()
    };
    let (found, numbered) = (solved(found).1, solved(numbered).1);
    assert_eq!(numbered.header().encoding, "value16");
    assert_eq!(found.header().states, numbered.header().states);
    for bar in all_positions(found.game()) {
        assert_eq!(value(&found, bar), value(&numbered, bar));
    }
}

#[test]
fn blocks_of_numbered_positions_make_the_same_bytes() {
    let game = OnCells::tic_tac_toe(3);
    let (expected, rules) = (bytes(&game, 1), rules_tag(&game).expect("a game"));
    assert!(expected == bytes(&game, 2));
    let recipe: Arc<dyn Recipe> = Arc::new(GameRecipe::new(Arc::new(game), rules));
    let (directory, folder) = (tempfile::tempdir().expect("a folder"), folder().1);
    let store = Store::open(directory.path(), recipe, Some(64 << 10)).expect("a store");
    assert!(!store.plan().is_shared());
    for number in 0..store.plan().blocks().len() {
        store.compute(number, Access::default(), Control::SILENT).expect("a block");
    }
    let merged = merge(&store, &folder, Build::default()).expect("a table");
    assert!(std::fs::read(merged.path).expect("a file") == expected);
}

#[test]
fn wrong_numbers_are_named() {
    let count_down = Numbers {
        name: "down-9".to_owned(),
        start: 9,
        moves: |number| (number.saturating_sub(3)..number).collect(),
        layers: vec![1; 10],
        ..Numbers::default()
    };
    let table = solved(count_down.clone()).1;
    assert!((0..10).all(|number| (value(&table, number).plies() == Some(0)) == (number == 0)));
    // Some numbers of the layer are not lower.
    let together = Numbers { layers: vec![1, 2, 2, 2, 3], ..count_down.clone() };
    let up = Numbers { moves: |number| vec![(number + 1) % 10], ..count_down.clone() };
    let beyond = Numbers { layers: vec![1; 9], ..count_down.clone() };
    for game in [together, up, beyond] {
        let refused = build(&game, folder().1);
        refused!(refused, SolveError::Mistake { mistake: Mistake::Layer, .. });
    }
    for layers in [vec![u64::MAX], vec![u64::MAX / 2; 10]] {
        let huge = Numbers { layers, ..count_down.clone() };
        refused!(build(&huge, folder().1), SolveError::TooLarge);
    }
    // There is no position 7, which no move leads to.
    let gap = Numbers {
        moves: |number| if number == 9 { vec![8] } else { Vec::new() },
        pack: |number| if number == 7 { 6 } else { number },
        ..count_down
    };
    let (_directory, table) = unverified(gap);
    refused!(table.verify(), SolveError::Mistake { mistake: Mistake::Number, .. });
}
