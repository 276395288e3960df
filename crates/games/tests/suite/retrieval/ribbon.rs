//! One shard.

use super::mix;
use perfectplay_core::retrieval::RetrievalError;
use perfectplay_core::testing::{Place, Shard, Word, is_readable, padding, solve, value};

fn keys(count: u64) -> Vec<(u64, u8)> {
    (0..count).map(|key| (mix(key), (key % 251) as u8)).collect()
}

fn words(shard: &Shard, columns: usize) -> Vec<Word> {
    let padding = std::iter::repeat_n(0, padding(columns));
    shard.words.iter().copied().chain(padding).map(u64::to_le_bytes).collect()
}

#[test]
fn every_key_has_its_value() {
    for (count, columns) in [(0, 1), (1, 8), (2, 3), (500, 8), (16_000, 5), (60_000, 1)] {
        let keys = keys(count);
        let shard = solve(&keys, columns).expect("different keys");
        let words = words(&shard, columns);
        assert!(is_readable(words.len(), shard.place, columns));
        for &(hash, expected) in &keys {
            let expected = expected & (u8::MAX >> (8 - columns));
            assert_eq!(value(&words, shard.place, columns, hash), Some(expected));
        }
    }
}

#[test]
fn a_key_that_occurs_twice_is_an_error_whatever_its_values() {
    for (count, values) in [(2, [7, 7]), (2, [7, 6]), (10_000, [1, 1]), (10_000, [1, 0])] {
        let mut keys = keys(count);
        let hash = mix(count / 2);
        keys[count as usize / 2].1 = values[0];
        keys.insert(0, (hash, values[1]));
        assert_eq!(solve(&keys, 4).err(), Some(RetrievalError::Repeated { hash }));
    }
}

#[test]
fn too_many_keys_for_one_shard_are_an_error() {
    let crowded = |keys| Some(RetrievalError::Crowded { keys });
    assert_eq!(solve(&keys(65_000), 1).err(), crowded(65_000));
    assert_eq!(solve(&keys(100_000), 1).err(), crowded(100_000));
}

#[test]
fn a_place_holds_its_numbers_or_is_refused() {
    let place = Place::new((1 << 40) - 1, Place::MOST_ROWS, 255).expect("the largest");
    assert_eq!(place, Place(u64::MAX));
    assert_eq!(place.at(5).map(|place| (place.rows(), place.seed())), Some((0xffff, 255)));
    assert_eq!(place.at(1 << 40), None);
    assert_eq!(Place::new(0, Place::MOST_ROWS + 1, 0), None);
    assert_eq!(value(&[], place, 8, 1), None);
    assert!(!is_readable(1 << 30, place, 8));
}
