//! Finished layers of outcomes.

use perfectplay_games::number::{Keys, Layer};
use perfectplay_games::testing::{FinishedLayers, shards_at_once};
use perfectplay_tables::Control;

fn sections(bound: u8, memory: u64) -> [Vec<u8>; 4] {
    let mut layers = FinishedLayers::default();
    for largest in 2..=bound {
        let added = layers.add(Layer::new(largest), memory, Control::SILENT);
        let positions = perfectplay_games::number::Position::count_with_largest(largest);
        assert_eq!(added.expect("some memory"), positions, "{largest}");
    }
    layers.outcomes.sections().map(<[u8]>::to_vec)
}

#[test]
fn a_table_has_the_same_bytes_however_little_memory_there_is_for_keys() {
    // The last layer has a function of eight shards or so, of 0.14 megabytes each.
    let expected = sections(37, u64::MAX);
    assert!(sections(37, 0) == expected);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    assert!(one.install(|| sections(37, 1_000_000)) == expected);
}

#[test]
fn passes_take_no_more_memory_than_there_is_and_at_least_one_shard() {
    let keys = 1 << 30;
    let (shards, bytes) = (Keys::shards_of(keys), Keys::shard_bytes(keys));
    assert_eq!(shards_at_once(keys, u64::MAX), shards.div_ceil(8));
    assert_eq!(shards_at_once(keys, 100 * bytes), 100);
    assert_eq!(shards_at_once(keys, bytes - 1), 1);
    assert_eq!(shards_at_once(200_000, u64::MAX), 13, "all of them");
    assert_eq!(shards_at_once(40 << 14, u64::MAX), 20, "in two passes");
    assert_eq!(shards_at_once(0, 0), 1);
}
