//! Tables of Stake Your Claim: the look-up table of patterns, and the statistics of scores.

use perfectplay_games::stake::FamilyIndex;
use perfectplay_games::testing::{StakeStatistics, expected_lines};
use perfectplay_tables::testing::{Tally, count};

#[test]
fn lines_made_in_the_obvious_way_are_those_of_the_index() {
    let index = FamilyIndex::new(5).expect("a size");
    assert!(expected_lines() == index.patterns()[132_132..]);
}

#[test]
fn many_entries_are_counted_as_one_after_the_other() {
    let scores: Vec<i8> = (0..2_000).map(|i: i32| (i * i % 51 - 25) as i8).collect();
    for len in [0, 1, 254, 255, 256, 2_000] {
        let mut counted = StakeStatistics::default();
        scores[..len].iter().for_each(|&score| counted.add(score));
        let counted = counted.statistics(0);
        assert_eq!(StakeStatistics::of(&scores[..len]).statistics(0), counted);
        assert_eq!(StakeStatistics::of(&[-3; 300]).statistics(0)[3], count("losing", 300));
    }
}
