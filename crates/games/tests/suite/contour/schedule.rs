//! The order in which the segments of a block are solved.

use perfectplay_games::testing::{Group, LOW, MAX_MID, Schedule};

use super::*;

/// The share of the lanes' work that is spent on segments.
fn fill(lanes: usize) -> f64 {
    let schedule = Schedule::new(MAX_MID, 10, lanes);
    let work = |group: &Group| choose(LOW, usize::from(group.k)) as f64;
    let segments: f64 =
        schedule.groups.iter().map(|group| work(group) * f64::from(group.end - group.first)).sum();
    assert_eq!(segments as usize, choose(20, 10));
    segments / schedule.groups.iter().map(|group| work(group) * lanes as f64).sum::<f64>()
}

#[test]
fn groups_of_eight_lanes_are_mostly_full() {
    assert!(fill(8) > 0.8 && fill(16) < 0.75);
}

#[test]
fn segments_read_only_segments_of_earlier_groups() {
    for (mid, ones, lanes) in
        [(1, 1, 8), (1, 10, 4), (3, 5, 8), (11, 10, 8), (11, 4, 8), (11, 16, 4), (7, 0, 8)]
    {
        let schedule = Schedule::new(mid, ones, lanes);
        let mut done = std::collections::HashSet::new();
        let mut states = 0;
        for group in &schedule.groups {
            let segments = &schedule.segments[group.first as usize..group.end as usize];
            assert!((1..=lanes).contains(&segments.len()));
            for segment in segments {
                let moves = &schedule.moves[segment.first as usize..][..usize::from(segment.count)];
                assert!(moves.is_sorted_by_key(|step| step.delta));
                assert!(moves.iter().all(|step| done.contains(&(segment.base + step.delta))));
                // The move across leads from the end of this segment to the start of one of
                // k − 1.
                let k = usize::from(group.k);
                if segment.cross && k > 0 {
                    assert!(done.contains(&(segment.base + choose(LOW, k) as u32)) || mid == 0);
                }
                states += choose(LOW, k);
            }
            done.extend(segments.iter().map(|segment| segment.base));
        }
        assert_eq!(states, choose(LOW + mid, ones));
    }
}
