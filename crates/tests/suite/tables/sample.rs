//! Which entries are compared, of tables with an index.

use perfectplay_tables::testing::{Sample, parts};

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
