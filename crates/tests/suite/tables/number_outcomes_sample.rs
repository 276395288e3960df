//! Which positions are compared, of tables without an index.

use std::collections::BTreeSet;

use perfectplay_games::number::{Position, rules};
use perfectplay_games::testing::{draw, shares};

#[test]
fn every_position_of_a_layer_is_drawn_in_the_end() {
    for largest in 1..=16 {
        let drawn: BTreeSet<Position> =
            (0..20_000).map(|number| rules::position(&draw(largest, number))).collect();
        assert_eq!(drawn.len() as u64, Position::count_with_largest(largest), "{largest}");
        let least = if largest == 1 { 0 } else { largest };
        assert!(drawn.iter().all(|position| position.largest() == least));
    }
}

#[test]
fn a_large_layer_is_drawn_with_few_repetitions_and_from_few_to_many_available_numbers() {
    let drawn: BTreeSet<Position> =
        (0..10_000).map(|number| rules::position(&draw(50, number))).collect();
    assert!(drawn.len() > 9_000, "{}", drawn.len());
    let available = drawn.iter().map(|position| position.numbers().count());
    let (least, most) = (available.clone().min(), available.max());
    assert!(least <= Some(27) && most >= Some(46), "{least:?} {most:?}");
}

#[test]
fn all_layers_have_a_share_and_all_shares_make_the_sample() {
    for positions in [0, 1, 49, 50, 1_000, 1_000_000, Position::count_up_to(50)] {
        let shares = shares(50, positions);
        assert_eq!(shares.iter().map(|&(_, share)| share).sum::<u64>(), positions);
        let all = shares.iter().filter(|&&(_, share)| share > 0).count();
        assert_eq!(all as u64, positions.min(50));
        let within = |&(largest, share)| share <= Position::count_with_largest(largest);
        assert!(shares.iter().all(within));
    }
}
