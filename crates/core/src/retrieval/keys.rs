//! Keys sorted into shards, which can be solved one by one on any threads.
//!
//! The shards of a function are ranges of the hash, so a function can be made in several passes over
//! its keys: each takes the keys of some consecutive shards, and memory only for these. The words of
//! a shard depend neither on the passes nor on the order of its keys.

use std::iter::repeat_with;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::RetrievalError;
use super::ribbon::{self, Shard, scale};
use crate::layers::{OutOfMemory, reserve_exact};

/// About how many keys share a system of equations.
const SHARD_KEYS: u64 = 1 << 14;

/// A key of a function, in one word.
pub trait HashKey: Copy {
    /// A well mixed number, see `mix`, and a different one for every key.
    fn hash(self) -> u64;

    /// The key as a word.
    fn word(self) -> u64;

    /// The key of a word.
    fn of_word(word: u64) -> Self;
}

/// The keys of some consecutive shards of a static function.
#[derive(Debug)]
pub struct ShardedKeys {
    /// The shards of the whole function.
    all: usize,
    shards: Range<usize>,
    /// How many keys there is room for in a shard.
    room: usize,
    /// How many keys each shard in the range has.
    counts: Vec<AtomicU32>,
    /// `room` words for each of them.
    keys: Vec<AtomicU64>,
}

/// How many shards a function of this many keys has.
pub const fn shards(keys: u64) -> usize {
    keys.div_ceil(SHARD_KEYS) as usize
}

/// How many keys there is room for in each shard of a function of this many keys. Hashes are well mixed,
/// so a shard has a tenth more than the average only where the average is small; the standard
/// deviation is below its square root. Ten of them are exceeded once in 10^23 shards.
fn room(keys: u64) -> usize {
    let average = keys.div_ceil(shards(keys).max(1) as u64);
    (average + 10 * average.isqrt() + 16).min(keys) as usize
}

/// The bytes of memory that the keys of a shard take, of a function of this many keys.
pub fn shard_bytes(keys: u64) -> u64 {
    8 * room(keys) as u64 + 4
}

impl ShardedKeys {
    /// Room for the keys in a range of the shards of a function with this many keys in total.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    ///
    /// # Panics
    /// If it does not have that many [`shards`].
    pub fn new(keys: u64, range: Range<usize>) -> Result<Self, OutOfMemory> {
        let (all, room) = (shards(keys), room(keys));
        assert!(range.end <= all, "the function has all shards of the range");
        Ok(Self {
            all,
            room,
            counts: zeros(range.len())?,
            keys: zeros(range.len() * room)?,
            shards: range,
        })
    }

    /// Adds a key if it belongs to one of the shards. Any number of threads may do so at once.
    #[inline]
    pub fn add(&self, key: impl HashKey) {
        let shard = scale(key.hash(), self.all as u64) as usize;
        if !self.shards.contains(&shard) {
            return;
        }
        let shard = shard - self.shards.start;
        let place = self.counts[shard].fetch_add(1, Ordering::Relaxed) as usize;
        if place < self.room {
            self.keys[shard * self.room + place].store(key.word(), Ordering::Relaxed);
        }
    }

    /// The shards.
    pub fn shards(&self) -> Range<usize> {
        self.shards.clone()
    }

    /// Solves a shard of the function whose values are `columns` bits of `value` for each key. All
    /// keys of the shard must have been added.
    ///
    /// # Errors
    /// [`RetrievalError::Repeated`], or [`RetrievalError::Crowded`] if the hashes are not well mixed.
    ///
    /// # Panics
    /// If it is not one of [`shards`](Self::shards).
    pub fn solve<K: HashKey>(
        &self,
        shard: usize,
        columns: usize,
        value: impl Fn(K) -> u8,
    ) -> Result<Shard, RetrievalError> {
        let shard = shard - self.shards.start;
        let count = self.counts[shard].load(Ordering::Relaxed) as usize;
        if count > self.room {
            return Err(RetrievalError::Crowded { keys: count });
        }
        let words = self.keys[shard * self.room..][..count].iter();
        let keys = words.map(|word| K::of_word(word.load(Ordering::Relaxed)));
        let keys: Vec<(u64, u8)> = keys.map(|key| (key.hash(), value(key))).collect();
        ribbon::solve(&keys, columns)
    }
}

fn zeros<T: Default>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut items = Vec::new();
    reserve_exact(&mut items, len)?;
    items.extend(repeat_with(T::default).take(len));
    Ok(items)
}
