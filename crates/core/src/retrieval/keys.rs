//! Keys in the order of their shards, which can be solved one by one on any threads.

use super::RetrievalError;
use super::ribbon::{self, Shard, scale};
use crate::layers::{OutOfMemory, reserve_exact};

/// About how many keys share a system of equations.
const SHARD_KEYS: usize = 1 << 14;

/// A key of a function.
pub(crate) trait Hashed: Copy {
    /// A well mixed number, see [`mix`](super::mix), and a different one for every key.
    fn hash(self) -> u64;
}

/// The keys of one static function, in the order of their shards.
#[derive(Clone, Debug)]
pub(crate) struct ShardedKeys<K> {
    keys: Vec<K>,
    /// Where each shard ends.
    ends: Vec<usize>,
}

impl<K: Hashed> ShardedKeys<K> {
    /// The keys of some lists, in which they are in any order.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub(crate) fn new(lists: &[Vec<K>]) -> Result<Self, OutOfMemory> {
        let count: usize = lists.iter().map(Vec::len).sum();
        let Some(&any) = lists.iter().flatten().next() else {
            return Ok(Self { keys: Vec::new(), ends: Vec::new() });
        };
        let shards = count.div_ceil(SHARD_KEYS);
        let shard = |key: K| scale(key.hash(), shards as u64) as usize;
        let mut ends = vec![0; shards];
        lists.iter().flatten().for_each(|&key| ends[shard(key)] += 1);
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let mut keys = Vec::new();
        reserve_exact(&mut keys, count)?;
        keys.resize(count, any);
        for &key in lists.iter().flatten() {
            let end = &mut ends[shard(key)];
            keys[*end] = key;
            *end += 1;
        }
        Ok(Self { keys, ends })
    }

    /// How many shards there are.
    pub(crate) fn shards(&self) -> usize {
        self.ends.len()
    }

    /// Solves a shard of the function whose values are `columns` bits of `value` for each key.
    ///
    /// # Errors
    /// [`RetrievalError::Repeated`], or [`RetrievalError::Crowded`] if the hashes are not well mixed.
    ///
    /// # Panics
    /// If `shard` is not below [`shards`](Self::shards).
    pub(crate) fn solve(
        &self,
        shard: usize,
        columns: usize,
        value: impl Fn(K) -> u8,
    ) -> Result<Shard, RetrievalError> {
        let start = if shard == 0 { 0 } else { self.ends[shard - 1] };
        let keys = self.keys[start..self.ends[shard]].iter();
        let keys: Vec<(u64, u8)> = keys.map(|&key| (key.hash(), value(key))).collect();
        ribbon::solve(&keys, columns)
    }
}
