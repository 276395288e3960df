//! The look-up table of patterns.

use perfectplay_core::stake::FamilyIndex;
use perfectplay_tables::testing::expected_lines;

#[test]
fn lines_made_in_the_obvious_way_are_those_of_the_index() {
    let index = FamilyIndex::new(5).expect("a size");
    assert!(expected_lines() == index.patterns()[132_132..]);
}
