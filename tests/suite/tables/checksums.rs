//! The checksums of a payload that is written piece by piece.

use perfectplay_tables::testing::Checksums;

use super::common::*;

#[test]
fn checksums_do_not_depend_on_the_pieces_in_which_bytes_come() {
    let bytes: Vec<u8> = (0..300_000u32).map(|i| (i * 7 + i / 255) as u8).collect();
    let part = |start: u64, end: u64| &bytes[start as usize..end as usize];
    // Of a whole payload, and of parts that begin or end within a chunk.
    for range in [0..300_000, 5 * CHUNK / 2..300_000, CHUNK..3 * CHUNK, 70_000..70_001] {
        let mut expected = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let end = ((at / CHUNK + 1) * CHUNK).min(range.end);
            expected.extend(chunk_checksum(part(at, end)).to_le_bytes());
            at = end;
        }
        for piece in [1_000, CHUNK - 1, CHUNK, 3 * CHUNK + 5, 1 << 20] {
            let mut checksums = Checksums::new(range.clone()).expect("few");
            for start in range.clone().step_by(piece as usize) {
                checksums.add(start, part(start, (start + piece).min(range.end)));
            }
            let read = |at: u64, space: &mut [u8]| {
                space.copy_from_slice(part(at, at + space.len() as u64));
                Ok(())
            };
            for end in [range.start, (range.start + range.end) / 2, range.end] {
                checksums.complete(end, read).expect("bytes in memory");
            }
            assert!(checksums.to_bytes().expect("few") == expected, "{range:?} by {piece}");
        }
    }
}

#[test]
fn the_hash_up_to_a_place_is_of_the_bytes_before_it() {
    let bytes = |change: usize| {
        let mut bytes = vec![1; 200_000];
        bytes[change] = 2;
        bytes
    };
    let hash = |bytes: &[u8], end: u64| {
        let checksums = Checksums::new(0..200_000).expect("few");
        checksums.add(0, &bytes[..end as usize]);
        let read = |at: u64, space: &mut [u8]| {
            space.copy_from_slice(&bytes[at as usize..][..space.len()]);
            Ok(())
        };
        checksums.hash_up_to(end, read).expect("bytes in memory")
    };
    let whole = hash(&bytes(150_000), 150_000);
    assert_eq!(whole, hash(&bytes(199_999), 150_000));
    for change in [0, CHUNK as usize, 2 * CHUNK as usize, 149_999] {
        assert_ne!(whole, hash(&bytes(change), 150_000));
    }
}
