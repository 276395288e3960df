//! Keys sorted into shards of a few lines each, which can be solved one by one on any threads.
//!
//! The lines of a filter or function are ranges of the hash, so it can be made in several passes over its keys: each
//! takes the keys of some consecutive shards, and memory only for these. The lines of a shard depend neither on the
//! passes nor on the order of its keys.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::super::Position;
use perfectplay_core::coded::Line;
use perfectplay_core::coded::line::{LineKey, Solver, holds, rehashed};
use perfectplay_core::layers::{OutOfMemory, zeros};
use perfectplay_core::retrieval::{RetrievalError, mix, scale};

/// How many lines a shard has.
const SHARD: usize = 16;

/// A key of a filter or function, which is a position, and whether it is lost. Both are in one
/// word, as bits 0 and 1 of a position's mask are not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u64);

impl Key {
    const LOST: u64 = 1;

    /// The key of a position.
    pub fn new(position: Position, is_lost: bool) -> Self {
        Self(if is_lost { position.mask() | Self::LOST } else { position.mask() })
    }

    /// The position.
    pub const fn position(self) -> Position {
        Position::from_valid_mask(self.0 & !Self::LOST)
    }

    /// Whether it is lost.
    pub const fn is_lost(self) -> bool {
        self.0 & Self::LOST != 0
    }
}

/// How many keys some lines have, and how many lines these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of keys.
    pub keys: u64,
    /// The number of lines.
    pub lines: usize,
    /// How often each key was bumped before.
    pub level: u8,
}

impl Size {
    /// How many shards the lines are.
    pub const fn shards(self) -> usize {
        self.lines.div_ceil(SHARD)
    }

    /// The bytes of memory that the keys of a shard take.
    pub fn shard_bytes(self) -> u64 {
        8 * self.room() as u64 + 4
    }

    /// How many keys there is room for in each shard. Hashes are well mixed, so a shard has a tenth more than the
    /// average only where the average is small; the standard deviation is below its square root. Ten of them are
    /// exceeded once in 10^23 shards.
    fn room(self) -> usize {
        let average = (self.keys * SHARD as u64).div_ceil(self.lines.max(1) as u64);
        (average + 10 * average.isqrt() + 16).min(self.keys) as usize
    }
}

/// The keys of some consecutive shards.
#[derive(Debug)]
pub struct Keys {
    size: Size,
    shards: Range<usize>,
    /// See [`Size::room`].
    room: usize,
    /// How many keys each shard in the range has.
    counts: Vec<AtomicU32>,
    /// As many words for each of them as there is room for.
    keys: Vec<AtomicU64>,
}

/// Some solved lines.
#[derive(Clone, Debug)]
pub struct Shard {
    /// The lines.
    pub lines: Vec<Line>,
    /// The keys that they do not hold.
    pub bumped: Vec<Key>,
}

impl Keys {
    /// Room for the keys of some shards.
    ///
    /// # Errors
    /// If the memory cannot be allocated: [`shard_bytes`](Size::shard_bytes) for each shard.
    pub fn new(size: Size, shards: Range<usize>) -> Result<Self, OutOfMemory> {
        let room = size.room();
        let (counts, keys) = (zeros(shards.len() as u64)?, zeros((shards.len() * room) as u64)?);
        Ok(Self { size, shards, room, counts, keys })
    }

    /// Adds a key, if it belongs to one of the shards. Any number of threads may do so at once.
    #[inline]
    pub fn add(&self, key: Key) {
        let shard = self.line(self.hash(key)) as usize / SHARD;
        if !self.shards.contains(&shard) {
            return;
        }
        let shard = shard - self.shards.start;
        let place = self.counts[shard].fetch_add(1, Ordering::Relaxed) as usize;
        if place < self.room {
            self.keys[shard * self.room + place].store(key.0, Ordering::Relaxed);
        }
    }

    /// The shards.
    pub fn shards(&self) -> Range<usize> {
        self.shards.clone()
    }

    /// Solves a shard, whose keys must have been added; `equations` are those of a key with a hash.
    ///
    /// # Errors
    /// If more keys were added than there are.
    ///
    /// # Panics
    /// If it is not one of [`shards`](Self::shards).
    pub fn solve(
        &self,
        shard: usize,
        equations: impl Fn(Key, u64) -> LineKey,
    ) -> Result<Shard, RetrievalError> {
        let place = shard - self.shards.start;
        let count = self.counts[place].load(Ordering::Relaxed) as usize;
        if count > self.room {
            return Err(RetrievalError::Crowded(count));
        }
        let words = self.keys[place * self.room..][..count].iter();
        let keys = words.map(|word| Key(word.load(Ordering::Relaxed)));
        let mut all: Vec<LineKey> =
            keys.clone().map(|key| equations(key, self.hash(key))).collect();
        let first = (shard * SHARD) as u64;
        let numbers = first..self.size.lines.min((shard + 1) * SHARD) as u64;
        let mut lines = Vec::with_capacity(SHARD);
        Solver::default().append(&mut all, numbers, self.size.lines, &mut lines);
        let is_bumped = |key: &Key| {
            let hash = self.hash(*key);
            !holds(&lines[(self.line(hash) - first) as usize], hash)
        };
        let bumped = keys.filter(is_bumped).collect();
        Ok(Shard { lines, bumped })
    }

    /// The hash of a key at this level.
    #[inline]
    fn hash(&self, key: Key) -> u64 {
        (0..self.size.level).fold(mix(key.position().mask()), |hash, _| rehashed(hash))
    }

    /// The line of a hash.
    #[inline]
    fn line(&self, hash: u64) -> u64 {
        scale(hash, self.size.lines as u64)
    }
}
