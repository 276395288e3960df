//! The stores that people would use instead of a table, each at its fastest settings for reading.
//!
//! All of them are given the same sorted list of keys and values, and a file of their own.

mod fst_map;
mod hash_map;
mod lmdb;
mod losing;
mod sorted_array;
mod sqlite;

use std::path::Path;

use anyhow::Result;

use crate::games::{Key, Value};

pub(crate) use fst_map::FstMap;
pub(crate) use hash_map::HashMapStore;
pub(crate) use lmdb::Lmdb;
pub(crate) use losing::Losing;
pub(crate) use sorted_array::SortedArray;
pub(crate) use sqlite::Sqlite;

/// A store of values by keys in a file.
pub(crate) trait Store<K: Key, V: Value>: Sized + Send + Sync {
    const NAME: &'static str;

    /// Whether entries are read from files, and not from memory into which all were loaded.
    const IS_ON_DISK: bool = true;

    /// Whether it has the losing positions alone.
    const IS_SET: bool = false;

    /// Writes the store, from entries in the order of their keys, each key once. The caller syncs the
    /// file.
    fn build(entries: &[(K, V)], file: &Path) -> Result<()>;

    fn open(file: &Path) -> Result<Self>;

    /// What gives one thread the value of a key, by a transaction or a statement of its own; `None` if the
    /// store does not have it. An error is `None`, too: every answer is compared with what it must be.
    fn reader(&self) -> Result<impl FnMut(K) -> Option<V>>;
}

/// The bytes of a key and its value.
const fn width<K, V>() -> u64 {
    (size_of::<K>() + size_of::<V>()) as u64
}

/// Maps a file.
pub(crate) fn map(path: &Path) -> Result<memmap2::Mmap> {
    let file = std::fs::File::open(path)?;
    #[expect(unsafe_code, reason = "there is no safe way to map a file")]
    // SAFETY: the file is in a folder that only this program knows, and nothing writes into it once it is built.
    let map = unsafe { memmap2::Mmap::map(&file)? };
    Ok(map)
}
