//! The positions that were found: words in shards, each a hash table of its own, so that threads add to different
//! ones at once, and what they add is together in a processor's cache.
//!
//! The shard is given by the high bits of a word's hash, the slot within it by those below, and the low ones are its
//! tag. A slot has the tag of a word, and its place in the order in which the shard's words were found, so that those
//! of a level are consecutive. By the tag hardly any word is read but the one that is looked for.

use std::ops::Range;

use perfectplay_core::retrieval::{mix, scale};
use perfectplay_core::simd::prefetch;

use crate::solve::error::SolveError;
use crate::solve::memory::Memory;

/// The shards, as a power of two.
const SHARD_BITS: u32 = 12;
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;

/// The bits of a position's number that say where it is in its shard.
const PLACE_BITS: u32 = u32::BITS - SHARD_BITS;
const PLACES: u32 = (1 << PLACE_BITS) - 1;

/// The number of a position: its shard, and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        (self.0 & PLACES) as usize
    }
}

/// A word, and its hash.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// The word.
    pub word: u64,
    hash: u64,
}

impl Key {
    /// The key of a word.
    #[inline]
    pub const fn new(word: u64) -> Self {
        Self { word, hash: mix(word) }
    }

    #[inline]
    pub(crate) const fn hash(self) -> u64 {
        self.hash
    }

    #[inline]
    pub(crate) const fn shard(self) -> usize {
        (self.hash >> (u64::BITS - SHARD_BITS)) as usize
    }

    /// Where a word is looked for first, in this many slots.
    #[inline]
    const fn slot(self, slots: usize) -> usize {
        scale(self.hash << SHARD_BITS, slots as u64) as usize
    }

    /// What the slot of a word has, which is not 0.
    #[inline]
    const fn filled(self, place: usize) -> u32 {
        (self.hash as u32) << PLACE_BITS | (place as u32 + 1)
    }
}

/// The positions of one shard.
#[derive(Debug, Default)]
pub(crate) struct Shard {
    pub(crate) words: Vec<u64>,
    /// 0 if empty.
    slots: Vec<u32>,
}

impl Shard {
    /// Adds a word unless it is there. Returns its place.
    #[inline]
    pub(crate) fn insert(&mut self, key: Key, memory: &Memory) -> Result<usize, SolveError> {
        if self.slots.len() * 3 <= self.words.len() * 4 {
            self.grow(memory)?;
        }
        self.look(key, |place| self.words[place] == key.word).or_else(|empty| {
            let place = self.words.len();
            self.slots[empty] = key.filled(place);
            self.words.push(key.word);
            Ok(place)
        })
    }

    /// Makes room for a quarter more words, and fills three quarters of the slots with them. If that is refused, what
    /// was there is as before: another thread may still come to this shard.
    #[cold]
    fn grow(&mut self, memory: &Memory) -> Result<(), SolveError> {
        let len = self.words.len();
        let room = (len + (len / 4).max(4)).min(PLACES as usize);
        if room == len {
            return Err(SolveError::TooLarge);
        }
        let slots = memory.filled(room * 4 / 3, u32::default)?;
        memory.grow(&mut self.words, room)?;
        memory.free(std::mem::replace(&mut self.slots, slots));
        for place in 0..len {
            let key = Key::new(self.words[place]);
            if let Err(empty) = self.look(key, |_| false) {
                self.slots[empty] = key.filled(place);
            }
        }
        Ok(())
    }

    /// Looks for a word in the slots: the first place with its tag that is accepted, or else the slot that is empty.
    #[inline]
    fn look(&self, key: Key, accept: impl Fn(usize) -> bool) -> Result<usize, usize> {
        let mut slot = key.slot(self.slots.len());
        loop {
            let filled = self.slots[slot];
            if filled == 0 {
                return Err(slot);
            }
            let place = (filled & PLACES) as usize - 1;
            if filled == key.filled(place) && accept(place) {
                return Ok(place);
            }
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
    }

    /// The place of a word; `None` if it is not there.
    #[inline]
    pub(crate) fn place(&self, key: Key) -> Option<usize> {
        let is_it = |place: usize| self.words[place] == key.word;
        if self.slots.is_empty() { None } else { self.look(key, is_it).ok() }
    }

    /// Makes the processor fetch where a word is looked for first.
    #[inline]
    pub(crate) fn prefetch_slot(&self, key: Key) {
        if !self.slots.is_empty() {
            let slot = key.slot(self.slots.len());
            prefetch(&self.slots[slot..=slot]);
        }
    }

    /// Makes the processor fetch the word at the place that is likely a word's. Returns the place.
    #[inline]
    pub(crate) fn prefetch_word(&self, key: Key) -> Option<usize> {
        let place = (!self.slots.is_empty()).then(|| self.look(key, |_| true).ok())??;
        prefetch(&self.words[place..=place]);
        Some(place)
    }
}

/// Something for each position.
#[derive(Debug, Default)]
pub(crate) struct ByNumber<T>(pub(crate) Vec<Vec<T>>);

impl<T> ByNumber<T> {
    pub(crate) fn new(
        shards: &[Shard],
        memory: &Memory,
        new: impl Fn() -> T,
    ) -> Result<Self, SolveError> {
        let of_shard = |shard: &Shard| memory.filled(shard.words.len(), &new);
        Ok(Self(shards.iter().map(of_shard).collect::<Result<_, _>>()?))
    }

    #[inline]
    pub(crate) fn at(&self, number: Number) -> &T {
        &self.0[number.shard()][number.place()]
    }

    #[inline]
    pub(crate) fn prefetch(&self, number: Number) {
        let place = number.place();
        prefetch(&self.0[number.shard()][place..=place]);
    }
}

/// This many runs are visited sooner than more threads are woken.
pub(crate) const FEW_RUNS: usize = 16;

/// Consecutive positions of a shard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) first: Number,
    pub(crate) len: u32,
}

impl Run {
    /// The positions of a shard at some places; `None` if there are none.
    pub(crate) fn new(shard: usize, places: Range<usize>) -> Option<Self> {
        let first = Number::new(shard, places.start);
        (!places.is_empty()).then_some(Self { first, len: places.len() as u32 })
    }

    pub(crate) fn places(&self) -> Range<usize> {
        self.first.place()..self.first.place() + self.len as usize
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = Number> + use<> {
        let shard = self.first.shard();
        self.places().map(move |place| Number::new(shard, place))
    }
}
