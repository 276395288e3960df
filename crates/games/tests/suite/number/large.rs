//! Positions of numbers above 63, in words.

use super::*;

/// Compares the position after naming numbers, and its moves, with [`Named`].
fn compare<const WORDS: usize>(text: &str) {
    let named: Named = text.parse().expect("the numbers can be named");
    let position = Large::<WORDS>::after_all(&named);
    assert_eq!(Some(position.largest() as u128), named.largest(), "{text}");
    assert_eq!(Some(position.count() as u128), named.count(), "{text}");
    assert_eq!(position.position(), named.position(), "{text}");
    for number in 0..64 * WORDS {
        assert_eq!(position.allows(number), named.allows(number as u64), "{text}: {number}");
    }
    for number in position.numbers() {
        let left = named.name(number as u64, Control::SILENT).expect("the number is left");
        assert_eq!(position.after(number), Large::after_all(&left), "{text}: {number}");
    }
}

#[test]
fn positions_of_every_size_agree_with_named_numbers() {
    compare::<1>("after:6,9,20");
    compare::<2>("after:6,9,20");
    compare::<2>("after:11,16,58");
    compare::<4>("after:17,23,39");
    compare::<8>("after:23,31,64");
    compare::<16>("after:23,31,64");
    compare::<16>("after:31,33");
}
