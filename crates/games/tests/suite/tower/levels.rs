//! The levels of a tower as a list.

use perfectplay_games::testing::{FEW, Levels};

use super::*;

#[test]
fn any_number_of_levels_is_the_list_that_was_pushed() {
    let level = |number: usize| {
        Level::new(Some(Color::ALL[number % 3]), Some(Color::Green), Some(Color::Blue))
    };
    let mut list = Vec::new();
    let mut pushed = Levels::from_slice(&[]);
    for number in 0..3 * FEW {
        list.push(level(number));
        pushed.push(level(number));
        assert_eq!(pushed[..], list);
        assert_eq!(pushed, Levels::from_slice(&list));
        assert_eq!(pushed, list.iter().copied().collect());
        let mut grouped = pushed.groups().concat();
        grouped.extend_from_slice(pushed.many());
        assert_eq!(grouped[..list.len()], list);
        assert!(grouped[list.len()..].iter().all(|&level| level == Level::default()));
        let mut changed = pushed.clone();
        changed[number / 2] = level(number / 2 + 1);
        assert_eq!(changed.cmp(&pushed), changed[..].cmp(&pushed[..]));
        assert_ne!(changed, pushed);
    }
    assert!(size_of::<Position>() <= 64, "a position fits into a cache line");
}
