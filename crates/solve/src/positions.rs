//! The positions that were found: words in shards, each a hash table of its own, so that threads add to different
//! ones at once, and what they add is together in a processor's cache.
//!
//! The shard is given by the high bits of a word's hash, the slot within it by the low ones. A slot has the place of
//! a word in the order in which the shard's words were found, so that those of a level are consecutive.

use std::sync::atomic::AtomicU32;

use perfectplay_core::retrieval::mix;
use perfectplay_core::simd::prefetch;

/// The shards, as a power of two.
const SHARD_BITS: u32 = 12;
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;

/// The bits of a position's number that say where it is in its shard.
const PLACE_BITS: u32 = u32::BITS - SHARD_BITS;
/// The most positions of a shard.
pub(crate) const MOST_PLACES: usize = 1 << PLACE_BITS;

/// The number of a position: its shard, and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Number(u32);

impl Number {
    pub(crate) const fn new(shard: usize, place: usize) -> Self {
        Self((shard as u32) << PLACE_BITS | place as u32)
    }

    pub(crate) const fn word(self) -> u32 {
        self.0
    }

    pub(crate) const fn from_word(word: u32) -> Self {
        Self(word)
    }

    pub(crate) const fn shard(self) -> usize {
        (self.0 >> PLACE_BITS) as usize
    }

    pub(crate) const fn place(self) -> usize {
        self.0 as usize & (MOST_PLACES - 1)
    }
}

/// A word, and its hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub(crate) word: u64,
    hash: u64,
}

impl Key {
    #[inline]
    pub(crate) const fn new(word: u64) -> Self {
        Self { word, hash: mix(word) }
    }

    #[inline]
    pub(crate) const fn shard(self) -> usize {
        (self.hash >> (u64::BITS - SHARD_BITS)) as usize
    }
}

/// The positions of one shard.
#[derive(Debug, Default)]
pub(crate) struct Shard {
    pub(crate) words: Vec<u64>,
    /// By slot: 1 + the place of a word, or 0.
    slots: Vec<u32>,
    /// By place: how many moves lead to the position.
    parents: Vec<u32>,
}

impl Shard {
    /// Counts a move that leads to a word, which is added unless it is there. Returns the word's place; `None` if there
    /// are more moves than are counted.
    #[inline]
    pub(crate) fn count(&mut self, key: Key) -> Option<usize> {
        let place = self.insert(key);
        self.parents[place] = self.parents[place].checked_add(1)?;
        Some(place)
    }

    /// Adds a word unless it is there. Returns its place.
    #[inline]
    pub(crate) fn insert(&mut self, key: Key) -> usize {
        if 4 * self.words.len() >= 3 * self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = key.hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => break,
                taken if self.words[taken as usize - 1] == key.word => return taken as usize - 1,
                _ => slot = (slot + 1) & mask,
            }
        }
        self.words.push(key.word);
        self.parents.push(0);
        self.slots[slot] = self.words.len() as u32;
        self.words.len() - 1
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (2 * self.slots.len()).max(4);
        self.slots = vec![0; slots];
        for (place, &word) in self.words.iter().enumerate() {
            let mut slot = Key::new(word).hash as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = place as u32 + 1;
        }
    }

    /// The place of a word; `None` if it is not there.
    #[inline]
    pub(crate) fn place(&self, key: Key) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = key.hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return None,
                taken if self.words[taken as usize - 1] == key.word => {
                    return Some(taken as usize - 1);
                }
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Makes the processor fetch where a word would be looked for first.
    #[inline]
    pub(crate) fn prefetch_slot(&self, key: Key) {
        if let Some(mask) = self.slots.len().checked_sub(1) {
            let slot = key.hash as usize & mask;
            prefetch(&self.slots[slot..=slot]);
        }
    }

    /// Makes the processor fetch the word that is looked at first, and `of_place` what belongs to it.
    #[inline]
    pub(crate) fn prefetch_word(&self, key: Key, of_place: impl FnOnce(usize)) {
        if let Some(mask) = self.slots.len().checked_sub(1)
            && let Some(place) = self.slots[key.hash as usize & mask].checked_sub(1)
        {
            let place = place as usize;
            prefetch(&self.words[place..=place]);
            of_place(place);
        }
    }

    /// How many moves lead to each position, by place; it is not known here any more.
    pub(crate) fn take_parents(&mut self) -> Vec<AtomicU32> {
        std::mem::take(&mut self.parents).into_iter().map(AtomicU32::new).collect()
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let words = 8 * self.words.capacity();
        (words + 4 * (self.slots.capacity() + self.parents.capacity())) as u64
    }
}

/// Something for each position.
#[derive(Debug)]
pub(crate) struct ByNumber<T>(pub(crate) Vec<Vec<T>>);

impl<T> ByNumber<T> {
    pub(crate) fn new(shards: &[Shard], new: impl Fn() -> T) -> Self {
        Self(shards.iter().map(|shard| shard.words.iter().map(|_| new()).collect()).collect())
    }

    #[inline]
    pub(crate) fn at(&self, number: Number) -> &T {
        &self.0[number.shard()][number.place()]
    }

    pub(crate) fn of_shard(&self, shard: usize) -> &[T] {
        &self.0[shard]
    }

    #[inline]
    pub(crate) fn prefetch(&self, number: Number) {
        let place = number.place();
        prefetch(&self.0[number.shard()][place..=place]);
    }
}
