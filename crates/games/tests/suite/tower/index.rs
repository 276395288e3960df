//! The index is perfect and as large as it should be, and every move leads to a lower layer.

use perfectplay_games::tower::{Shape, State};

use super::*;

fn index(levels: usize) -> Index {
    Index::new(levels).expect("1 to 12 levels")
}

fn weight(state: &State) -> usize {
    let complete = state.complete().iter().map(|&count| usize::from(count)).sum();
    let two = state.two_block().iter().map(|&count| usize::from(count)).sum();
    Shape { complete, two, blocks: state.top().0 }.weight()
}

/// The tower with green and blue exchanged.
fn exchanged(tower: &Position) -> Position {
    let exchange = |letter| match letter {
        'G' => 'B',
        'B' => 'G',
        same => same,
    };
    let text: String = tower.to_string().chars().map(exchange).collect();
    text.parse().expect("a tower")
}

fn assert_entry_has_one_state(index: &Index, entry: u64) {
    let state = index.state(entry).expect("an entry");
    assert_eq!(index.index(&state), Some(entry), "{state:?}");
    let tower = Position::from(&state);
    assert_eq!(State::from(&tower), state, "{tower}");
    assert_eq!(index.index_of(&tower), Some(entry), "{tower}");
}

/// All entries of up to four levels, and a sample of larger tables.
#[test]
fn entries_and_states_are_one_to_one() {
    for levels in [1, 2, 3, 4, 5, 6, 8, 10, 12] {
        let index = index(levels);
        for number in 0..index.len().min(70_000) {
            // A stride that is coprime to the row lengths meets all columns.
            assert_entry_has_one_state(&index, (number * 7_919 * 9_973) % index.len());
        }
        assert_entry_has_one_state(&index, index.len() - 1);
        assert_eq!([index.len(), u64::MAX].map(|entry| index.state(entry)), [None; 2]);
    }
}

#[test]
fn exchanging_green_and_blue_keeps_the_entry_unless_both_halves_are_equal() {
    let index = index(4);
    let mut alike = 0;
    for entry in 0..index.len() {
        let state = index.state(entry).expect("an entry");
        let halves_are_alike = state.complete()[..8] == state.complete()[8..16];
        let tower = Position::from(&state);
        let other = index.index_of(&exchanged(&tower)).expect("the same shape");
        assert!(other == entry || halves_are_alike, "{tower}");
        assert_eq!(index.index_of(&exchanged(&exchanged(&tower))), Some(entry));
        alike += u64::from(halves_are_alike);
    }
    // Of 130,332 states, by an independent count, those whose halves are equal have two entries.
    assert_eq!(2 * index.len(), 130_332 + alike);
}

#[test]
fn every_move_leads_to_a_lower_layer_by_one_or_four() {
    let index = index(4);
    for entry in 0..index.len() {
        let state = index.state(entry).expect("an entry");
        let tower = Position::from(&state);
        for ((_, step), child) in Tower.moves(&tower) {
            let fall = weight(&state) - weight(&State::from(&child));
            assert!(fall == 1 || fall == 4, "{tower} {step}");
            assert!(index.index_of(&child).expect("in the table") < entry);
        }
    }
}

#[test]
fn towers_beyond_the_table_have_no_entry() {
    let tower: Position = "RGB/GRG/BBB".parse().expect("a tower");
    assert_eq!(index(2).index_of(&tower), None);
    assert!(index(3).index_of(&tower).is_some());
    let high: Position = ["RGB"; 64].join("/").parse().expect("a tower");
    assert_eq!(index(12).index_of(&high), None);
    let dead: Position = ["R.B"; 63].join("/").parse().expect("a tower");
    assert!(index(1).index_of(&dead).is_none(), "its top has two blocks");
    let dead: Position = [&["R.B"; 63][..], &["RGB"]].concat().join("/").parse().expect("a tower");
    assert!(index(1).index_of(&dead).is_some(), "dead levels do not count");
}

/// By an independent count: levels of the full towers, raw states, and entries (with green and blue exchanged where
/// that is canonical).
const COUNTS: [(usize, u64, u64); 11] = [
    (1, 18, 18),
    (2, 2_679, 792),
    (3, 47_193, 8_667),
    (4, 585_105, 68_892),
    (5, 5_207_136, 435_987),
    (6, 37_775_049, 2_315_205),
    (7, 230_751_246, 10_673_943),
    (8, 1_231_844_475, 43_752_699),
    (9, 5_862_940_428, 162_410_292),
    (10, 25_318_004_013, 553_635_477),
    (12, 369_898_248_663, 5_199_700_749),
];

#[test]
fn the_numbers_of_states_are_those_of_an_independent_count() {
    for (levels, raw, entries) in COUNTS {
        let index = index(levels);
        assert_eq!(index.raw_len(), raw, "raw, {levels} levels");
        assert_eq!(index.len(), entries, "entries, {levels} levels");
    }
}

#[test]
fn tables_are_for_1_to_12_levels() {
    for levels in [0, 13] {
        let error = Index::new(levels).expect_err("no table").to_string();
        let expected = format!("there is no tower table for {levels} levels: expected 1 to 12");
        assert_eq!(error, expected);
    }
}
