//! Keys in shards.

use std::ops::Range;

use super::mix;
use perfectplay_core::retrieval::RetrievalError;
use perfectplay_core::testing::{HashKey, Shard, ShardedKeys, shards};

#[derive(Clone, Copy)]
struct Plain(u64);

impl HashKey for Plain {
    fn hash(self) -> u64 {
        mix(self.0)
    }

    fn word(self) -> u64 {
        self.0
    }

    fn of_word(word: u64) -> Self {
        Self(word)
    }
}

fn words(keys: &[u64], ranges: &[Range<usize>]) -> Vec<(u64, Vec<u64>)> {
    let solve = |range: &Range<usize>| {
        let sharded = ShardedKeys::new(keys.len() as u64, range.clone()).expect("some memory");
        keys.iter().for_each(|&key| sharded.add(Plain(key)));
        let solved = sharded.shards().map(|shard| {
            let solved = sharded.solve(shard, 2, |key: Plain| key.0 as u8 % 3);
            let Shard { place, words } = solved.expect("different keys");
            (place.0, words)
        });
        solved.collect::<Vec<_>>()
    };
    ranges.iter().flat_map(solve).collect()
}

#[test]
fn shards_depend_neither_on_the_passes_nor_on_the_order_of_the_keys() {
    let mut keys: Vec<u64> = (0..100_000).collect();
    let expected = words(&keys, &[0..7, 7..7]);
    assert_eq!(shards(100_000), 7);
    assert_eq!(words(&keys, &[0..1, 1..4, 4..4, 4..7]), expected);
    keys.sort_unstable_by_key(|&key| mix(key ^ 77));
    assert!(words(&keys, &[0..2, 2..7]) == expected);
}

#[test]
fn more_keys_of_a_shard_than_there_is_room_for_are_an_error() {
    let keys = ShardedKeys::new(100, 0..1).expect("some memory");
    (0..101).for_each(|key| keys.add(Plain(key)));
    let error = keys.solve(0, 1, |_: Plain| 0).err();
    assert_eq!(error, Some(RetrievalError::Crowded { keys: 101 }));
}
