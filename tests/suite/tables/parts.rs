//! Parts of builds and proofs: which entries are compared, the look-up table of patterns, and statistics.

use perfectplay_games::stake::FamilyIndex;
use perfectplay_games::testing::{StakeStatistics, expected_lines};
use perfectplay_tables::testing::{Sample, Tally, count, parts};

#[test]
fn a_sample_has_as_many_states_as_asked_for_in_ascending_runs_from_all_parts() {
    for (states, compared) in [
        (10, 10),
        (1_000_000, 1_000_000),
        (1_000_000, 20_000),
        (5_199_700_749, 10_000_000),
        (u64::MAX / 2, 1),
        (7, 3),
    ] {
        let sample = Sample::new(states, compared);
        let (mut end, mut count, mut widest) = (0, 0, 0);
        for run in (0..sample.runs()).map(|run| sample.run(run)) {
            assert!(run.start >= end && run.end > run.start && run.end <= states);
            assert_eq!(
                parts(run.clone()).map(|part| part.end - part.start).sum::<u64>(),
                run.end - run.start
            );
            widest = widest.max(run.start - end);
            (end, count) = (run.end, count + run.end - run.start);
        }
        assert_eq!(count, compared);
        assert!(widest <= 1 + (states - compared) / sample.runs(), "{states} {compared}");
    }
    assert_eq!(Sample::new(0, 0).runs(), 0);
}

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
