//! What a search of the Number Game consists of: positions of numbers above 63, the memory of outcomes, prime factors.

use perfectplay_games::testing::{FEWEST, Large, Memo, Win, bits, is_prime, prime_factors_above_3};

use super::*;

/// Compares the position after naming numbers, and its moves, with [`NamedNumbers`].
fn compare<const WORDS: usize>(text: &str) {
    let named: NamedNumbers = text.parse().expect("the numbers can be named");
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

/// Different sets, which need not be positions, with outcomes.
fn sets() -> impl Iterator<Item = (Large<2>, Option<Win>)> {
    (1..10_000u16).map(|number| {
        let mut set = Large::NONE;
        bits(number).for_each(|bit| set.insert(bit as usize * 8));
        (set, (number % 3 > 0).then_some(Win::ByNaming(number)))
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

#[test]
fn primes_up_to_a_thousand_are_those_without_a_divisor() {
    for number in 0..1000u64 {
        let plain = number > 1 && (2..number).all(|divisor| number % divisor != 0);
        assert_eq!(is_prime(number), plain, "{number}");
    }
}

#[test]
fn factors_are_found_up_to_64_bits() {
    for (number, factors) in [
        (0, vec![]),
        (1, vec![]),
        (96, vec![]),
        (4 * 5 * 49, vec![5, 7]),
        (4_294_967_291 * 4_294_967_291, vec![4_294_967_291]),
        (4_294_967_291 * 4_294_967_279, vec![4_294_967_279, 4_294_967_291]),
        (18_446_744_073_709_551_557, vec![18_446_744_073_709_551_557]),
        (u64::MAX, vec![5, 17, 257, 641, 65537, 6_700_417]),
        // Strong pseudoprimes to the bases 2, 3, 5, 7, and to those up to 31.
        (3_215_031_751, vec![151, 751, 28351]),
        (3_825_123_056_546_413_051, vec![149_491, 747_451, 34_233_211]),
    ] {
        assert_eq!(prime_factors_above_3(number), factors, "{number}");
    }
}
