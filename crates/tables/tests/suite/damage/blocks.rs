//! Stores of blocks and their plans: whatever is there, a table is made of blocks as they were computed, or is
//! found to be wrong.

use std::cell::Cell;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use perfectplay_format::{CHUNK, chunk_checksum};
use perfectplay_query::{Access, Family, TableFolder};
use perfectplay_tables::{Build, Control, Depth, Store, StoreError, merge};
use tempfile::TempDir;

use super::survive::{BUILDING, Damaged, Fate, READING, extreme, in_any_way, in_words, survive};
use crate::common::{build_quietly, folder, verify};

/// The smallest table of two blocks, and the second one.
const TABLE: Family = Family::Tower { levels: 3 };
const BLOCK: usize = 1;

/// A store with all its blocks.
fn store(size: u64) -> (TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path(), TABLE, Some(size)).unwrap();
    for number in 0..store.plan().blocks().len() {
        assert!(store.compute(number, Access::read(), Control::SILENT).unwrap());
    }
    (directory, store)
}

fn file(directory: &Path, name: &str) -> PathBuf {
    directory.join(TABLE.to_string()).join(name)
}

#[test]
fn blocks_survive() {
    let ((directory, store), (other, _)) = (store(CHUNK), store(2 * CHUNK));
    let path = file(directory.path(), "block-00001");
    let sound = fs::read(&path).unwrap();
    let others = [
        fs::read(file(directory.path(), "block-00000")).unwrap(),
        fs::read(file(other.path(), "block-00000")).unwrap(),
    ];
    let bytes = &store.plan().blocks()[BLOCK].bytes;
    let start = (CHUNK + bytes.start % CHUNK) as usize;
    let end = start + (bytes.end - bytes.start) as usize;
    let (_built, built) = folder();
    let table = fs::read(build_quietly(TABLE, &built)).unwrap();
    let (_merged, merged) = folder();
    let refused = Cell::new(0);
    survive(
        "block of a store",
        BUILDING,
        |rng| match rng.u32(..10) {
            0..=6 => in_any_way(rng, &sound, &[0, 8, 12, 16, 48, 56, 64, start, end], &others),
            7 | 8 => other_prelude(rng, &sound),
            _ => other_entries(rng, &sound, start..end),
        },
        |bytes| {
            fs::write(&path, bytes).unwrap();
            let fate = merge_damaged(&store, &merged, &table);
            refused.set(refused.get() + u32::from(matches!(fate, Fate::Refused)));
            if matches!(fate, Fate::Refused) && refused.get() % 16 == 1 {
                // A worker computes it again.
                assert!(store.compute(BLOCK, Access::read(), Control::SILENT).unwrap());
                assert!(fs::read(&path).unwrap() == sound);
            }
            fate
        },
    );
}

/// What a merge makes of a store, one block of which may be damaged.
fn merge_damaged(store: &Store, folder: &TableFolder, table: &[u8]) -> Fate {
    match merge(store, folder, Build::default(), Control::SILENT, |_| {}) {
        Ok(made) => {
            assert!(fs::read(&made.path).unwrap() != table, "other bytes make the same table");
            verify(&made.path, Depth::Entries).unwrap_err();
            fs::remove_file(made.path).unwrap();
            Fate::Denounced
        }
        Err(StoreError::Block { number: BLOCK, problem, .. }) => {
            assert!(!problem.to_string().is_empty());
            assert!(!folder.table(&TABLE.to_string()).exists());
            Fate::Refused
        }
        Err(error) => panic!("{error:?}"),
    }
}

/// A prelude that says something else, under the right checksum.
fn other_prelude(rng: &mut Rng, sound: &[u8]) -> Damaged {
    let mut bytes = sound.to_vec();
    let at = [8, 12, 16, 24, 40, 48][rng.usize(..6)];
    let field: [u8; 8] = std::array::from_fn(|i| sound[at + i]);
    let number = extreme(rng, u64::from_le_bytes(field));
    let width = if at < 16 { 4 } else { 8 };
    bytes[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
    if bytes == sound {
        bytes[at] ^= 1;
    }
    seal(&mut bytes);
    Damaged { bytes, how: format!("{number} at {at} of the prelude, sealed") }
}

/// Other entries, under right checksums.
fn other_entries(rng: &mut Rng, sound: &[u8], entries: Range<usize>) -> Damaged {
    let mut bytes = sound.to_vec();
    let at = rng.usize(entries.clone());
    bytes[at] ^= 1 << rng.u32(..8);
    // Chunks end at multiples of 64 KiB.
    let first = entries.len().min(CHUNK as usize - entries.start % CHUNK as usize);
    let (first, rest) = bytes[entries.clone()].split_at(first);
    let chunks = [first].into_iter().chain(rest.chunks(CHUNK as usize));
    let list: Vec<u8> = chunks.flat_map(|chunk| chunk_checksum(chunk).to_le_bytes()).collect();
    bytes[entries.end..].copy_from_slice(&list);
    bytes[48..56].copy_from_slice(&chunk_checksum(&list).to_le_bytes());
    seal(&mut bytes);
    Damaged { bytes, how: format!("another byte {at}, sealed") }
}

fn seal(block: &mut [u8]) {
    let checksum = chunk_checksum(&block[..56]);
    block[56..64].copy_from_slice(&checksum.to_le_bytes());
}

#[test]
fn plans_survive() {
    let (directory, store) = store(CHUNK);
    let path = file(directory.path(), "plan.toml");
    let sound = fs::read_to_string(&path).unwrap();
    let others = [b"table = \"tower-3\"\n".to_vec(), vec![0; 4096], sound.clone().into_bytes()];
    survive(
        "plan of a store",
        READING,
        |rng| in_words(rng, &sound, &others),
        |bytes| {
            fs::write(&path, bytes).unwrap();
            match Store::open(directory.path(), TABLE, None) {
                Ok(opened) => {
                    assert_eq!(opened.plan().hash(), store.plan().hash());
                    assert_eq!(opened.missing().unwrap(), []);
                    Fate::Same
                }
                Err(error) => {
                    assert!(!matches!(error, StoreError::System(_)), "{error}");
                    assert!(error.to_string().len() < 2_000, "{error}");
                    Fate::Refused
                }
            }
        },
    );
}
