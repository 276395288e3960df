//! The memory of outcomes.

use perfectplay_games::testing::{FEWEST, Memo, Won, bits};

use super::*;

/// Different sets, which need not be positions, with outcomes.
fn sets() -> impl Iterator<Item = (Large<2>, Option<Won>)> {
    (1..10_000u16).map(|number| {
        let mut set = Large::NONE;
        bits(number).for_each(|bit| set.insert(bit as usize * 8));
        (set, (number % 3 > 0).then_some(Won::ByNaming(number)))
    })
}

#[test]
fn remembered_outcomes_are_right_and_with_enough_memory_few_are_lost() {
    for (most_bytes, least_known) in [(0, FEWEST / 2), (1 << 30, 9_990)] {
        let mut memo = Memo::new(most_bytes);
        sets().for_each(|(set, won)| memo.insert(set, won));
        let known: Vec<_> = sets().filter_map(|(set, won)| Some((memo.get(&set)?, won))).collect();
        assert!(known.iter().all(|(known, won)| known == won));
        assert!(known.len() >= least_known, "{}", known.len());
        assert!(memo.slots() == FEWEST || most_bytes > 0);
    }
}
