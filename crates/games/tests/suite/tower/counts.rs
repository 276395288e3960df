//! The sizes of the tables, against independently computed counts.

use super::*;

/// Levels of the full towers, raw states, and entries (with green and blue exchanged where
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
        let index = Index::new(levels).expect("1 to 12 levels");
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
