//! Who wins every position up to a bound: in less than half a bit a position, without keys.
//!
//! Whether numbers are a position is arithmetic, and whoever asks has one. So what is
//! stored need only tell the losing positions, about a tenth, from the winning ones; what
//! it says of other sets of numbers does not matter. For each largest number F there are
//!
//! - a *filter* of k bits, a [static function](super::ribbon) that gives each losing
//!   position the low k bits of its own hash. It gives a winning position those with
//!   probability 2⁻ᵏ;
//! - a static function of one bit that tells apart those that pass: 1 for the losing ones.
//!
//! With R losing and S winning positions that takes R k + R + S / 2ᵏ bits, which is least
//! near 2ᵏ = S / R · ln 2 and comes within a tenth of the entropy. (The two stages are those
//! of "Clubcards for the WebPKI", Schanck, 2025; a cascade of Bloom filters does the
//! same with more.)
//!
//! The share of losing positions depends on how many numbers are available and on the
//! *multiplicity*, the least number above 1 that is not. Of each such class k is the best,
//! so there is a filter for every k that occurs. That brings the sum down to the entropy
//! of all positions as one class, and a little below. Classes without a losing position
//! cost nothing.
//!
//! Building needs the outcomes of smaller layers only, which are these functions: the table
//! is the solver's memory.

use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, IntoBytes};

use super::Position;
use super::ribbon::{self, Place, Shard, mix};
use crate::Outcome;

/// The most bits of a filter.
const MOST_BITS: usize = 7;

/// A function a filter could have for each number of bits, that of one bit first.
const FUNCTIONS: usize = 1 + MOST_BITS;

/// Marks classes that hold no losing position.
const ALL_WIN: u8 = u8::MAX;

/// A filter with fewer losing positions would cost more than it saves.
const LEAST_KEYS: u64 = 1 << 11;

/// How many positions there are, and how many of them are lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All of them.
    pub positions: u64,
    /// Those that the player to move loses.
    pub losing: u64,
}

/// The positions of a layer by class: how many numbers are available, and the
/// multiplicity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    largest: u8,
    /// See [`class`].
    counts: Vec<Count>,
}

/// Where a layer's classes begin among those of all layers: the sum of ⌈f/2⌉ · f over
/// f = 2 … F − 1.
const CLASSES_BEFORE: [u32; 65] = {
    let mut table = [0; 65];
    let mut largest = 2;
    while largest < 64 {
        table[largest + 1] = table[largest] + (largest.div_ceil(2) * largest) as u32;
        largest += 1;
    }
    table
};

/// The number of a position's class in its layer. Of the pairs y + (F − y) at most one number
/// is unavailable, so at least ⌊F/2⌋ numbers are available, and at most F − 1; the multiplicity
/// is 2 to F + 1.
#[inline]
fn class(position: Position) -> usize {
    let largest = usize::from(position.largest());
    let available = position.mask().count_ones() as usize;
    let multiplicity = usize::from(position.multiplicity());
    (available - largest / 2) * largest + multiplicity - 2
}

/// How many classes a layer has.
fn classes(largest: u8) -> usize {
    let largest = usize::from(largest);
    (CLASSES_BEFORE[largest + 1] - CLASSES_BEFORE[largest]) as usize
}

impl Census {
    /// Of no positions, of the layer of this largest number.
    #[must_use]
    pub fn new(largest: u8) -> Self {
        Self { largest, counts: vec![Count::default(); classes(largest)] }
    }

    /// Counts a position of the layer.
    #[inline]
    pub fn add(&mut self, position: Position, is_lost: bool) {
        let count = &mut self.counts[class(position)];
        count.positions += 1;
        count.losing += u64::from(is_lost);
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count = count.plus(*more);
        }
    }

    /// By the number of available numbers, from ⌊F/2⌋ to F − 1.
    pub fn by_available(&self) -> impl Iterator<Item = Count> + '_ {
        let rows = self.counts.chunks(self.largest.into());
        rows.map(|row| row.iter().fold(Count::default(), |sum, &count| sum.plus(count)))
    }
}

impl Count {
    /// Both together; sums that are too large stay at the largest number.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions.saturating_add(other.positions),
            losing: self.losing.saturating_add(other.losing),
        }
    }

    /// The size of filter and function with filters of k bits, times 128.
    const fn cost(self, bits: usize) -> u128 {
        let (losing, winning) = (self.losing as u128, (self.positions - self.losing) as u128);
        losing * (bits as u128 + 1) * 128 + winning * (128 >> bits)
    }
}

/// The bits of the filter of each class, or [`ALL_WIN`].
fn choose_bits(census: &Census) -> Vec<u8> {
    let mut allowed: Vec<usize> = (0..=MOST_BITS).collect();
    loop {
        let best = |count: &Count| {
            let cheapest = allowed.iter().min_by_key(|&&bits| count.cost(bits));
            let bits = *cheapest.expect("0 bits are always allowed");
            if count.losing == 0 { ALL_WIN } else { bits as u8 }
        };
        let chosen: Vec<u8> = census.counts.iter().map(best).collect();
        let keys = |bits: usize| -> u64 {
            let counts = census.counts.iter().zip(&chosen);
            counts.filter(|(_, chosen)| usize::from(**chosen) == bits).map(|(c, _)| c.losing).sum()
        };
        let small = allowed.iter().position(|&bits| bits > 0 && keys(bits) < LEAST_KEYS);
        match small {
            Some(small) => drop(allowed.remove(small)),
            None => return chosen,
        }
    }
}

/// The outcomes over the bytes of a table. They are checked as they are read, so damaged
/// ones give wrong outcomes or none, and never a panic.
#[derive(Clone, Copy, Debug)]
pub struct Outcomes<'a> {
    bound: u8,
    /// By layer and class: the bits of the filter.
    classes: &'a [u8],
    /// By layer, [`FUNCTIONS`] each: the first shard (low half) and how many there are.
    functions: &'a [U64],
    /// See [`Place`].
    shards: &'a [U64],
    bits: &'a [U64],
}

impl<'a> Outcomes<'a> {
    /// The outcomes of the positions up to `bound` over four sections; `None` if their
    /// lengths cannot be right.
    #[must_use]
    pub fn over(bound: u8, [classes, functions, shards, bits]: [&'a [u8]; 4]) -> Option<Self> {
        let words = |bytes: &'a [u8]| <[U64]>::ref_from_bytes(bytes).ok();
        let outcomes = Self {
            bound,
            classes,
            functions: words(functions)?,
            shards: words(shards)?,
            bits: words(bits)?,
        };
        let layers = usize::from(bound) - 1;
        let fits = classes.len() == CLASSES_BEFORE[usize::from(bound) + 1] as usize
            && outcomes.functions.len() == layers * FUNCTIONS;
        fits.then_some(outcomes)
    }

    /// The largest number of a position that is known.
    #[must_use]
    pub const fn bound(self) -> u8 {
        self.bound
    }

    /// Who wins a position, seen by the player to move. `None` if it holds a number above
    /// the bound (or if the sections are damaged).
    #[inline]
    #[must_use]
    pub fn outcome(&self, position: Position) -> Option<Outcome> {
        let is_lost = self.is_lost(position)?;
        Some(if is_lost { Outcome::Loss } else { Outcome::Win })
    }

    /// Whether the player to move loses a position, as [`outcome`](Self::outcome).
    #[inline]
    #[must_use]
    pub fn is_lost(&self, position: Position) -> Option<bool> {
        let largest = position.largest();
        if largest > self.bound {
            return None;
        }
        if largest == 0 {
            return Some(true);
        }
        let hash = mix(position.mask());
        match self.filter_bits(position)? {
            ALL_WIN => Some(false),
            bits if self.passes(largest, bits, hash)? => {
                Some(self.value(largest, 0, hash)? & 1 == 1)
            }
            _ => Some(false),
        }
    }

    #[inline]
    fn filter_bits(&self, position: Position) -> Option<u8> {
        let before = CLASSES_BEFORE[usize::from(position.largest())] as usize;
        self.classes.get(before + class(position)).copied()
    }

    /// Whether a position of this hash passes the filter of so many bits.
    #[inline]
    fn passes(&self, largest: u8, bits: u8, hash: u64) -> Option<bool> {
        Some(bits == 0 || self.value(largest, bits.into(), hash)? == fingerprint(hash, bits))
    }

    /// Whether all positions have an outcome: that every class has the functions it needs,
    /// and those the words that they read.
    fn is_sound(&self) -> bool {
        (2..=self.bound).all(|largest| {
            let classes = CLASSES_BEFORE[usize::from(largest)] as usize
                ..CLASSES_BEFORE[usize::from(largest) + 1] as usize;
            let is_there = |function| self.function_places(largest, function).is_some();
            self.classes[classes].iter().all(|&bits| {
                bits == ALL_WIN
                    || usize::from(bits) <= MOST_BITS && is_there(bits.into()) && is_there(0)
            })
        })
    }

    /// The places of a function's shards, if it has some and they can be read.
    fn function_places(&self, largest: u8, function: usize) -> Option<&[U64]> {
        let word = self.functions[(usize::from(largest) - 2) * FUNCTIONS + function].get();
        let (first, shards) = ((word & 0xffff_ffff) as usize, (word >> 32) as usize);
        let places = self.shards.get(first..first + shards)?;
        let is_readable =
            |place: &U64| ribbon::is_readable(self.bits.len(), Place(place.get()), function.max(1));
        (!places.is_empty() && places.iter().all(is_readable)).then_some(places)
    }

    /// What a function, numbered by the bits of the filter or 0, has for a hash.
    #[inline]
    fn value(&self, largest: u8, function: usize, hash: u64) -> Option<u8> {
        if function > MOST_BITS {
            return None;
        }
        let word = (usize::from(largest) - 2) * FUNCTIONS + function;
        let function_word = self.functions.get(word)?.get();
        let (first, shards) = (function_word & 0xffff_ffff, function_word >> 32);
        let place = self.shards.get((first + ribbon::shard(hash, shards)) as usize)?;
        ribbon::value(self.bits, Place(place.get()), function.max(1), hash)
    }
}

/// What a filter of so many bits has for a losing position: the low bits of its hash.
/// (Which shard it is in, and its equation, are matters of other bits.)
#[inline]
const fn fingerprint(hash: u64, bits: u8) -> u8 {
    (hash & ((1 << bits) - 1)) as u8
}

/// A position and whether it is lost, to make functions of: in one word, as bits 0 and 1 of
/// a position's mask are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u64);

impl Key {
    const LOST: u64 = 1;

    /// The key of a position.
    #[must_use]
    pub fn new(position: Position, is_lost: bool) -> Self {
        Self(if is_lost { position.mask() | Self::LOST } else { position.mask() })
    }

    /// The position.
    #[must_use]
    pub const fn position(self) -> Position {
        Position::from_valid_mask(self.0 & !Self::LOST)
    }

    /// Whether it is lost.
    #[must_use]
    pub const fn is_lost(self) -> bool {
        self.0 & Self::LOST != 0
    }

    const fn hash(self) -> u64 {
        mix(self.position().mask())
    }
}

/// Keys in the order of their shards, to be solved one by one on any threads.
#[derive(Clone, Debug)]
pub struct Keys {
    bits: u8,
    keys: Vec<Key>,
    /// Where each shard ends.
    ends: Vec<usize>,
}

impl Keys {
    /// The keys of a filter of so many bits, 1 to 7, which are lost; or with 0 bits of the
    /// function behind the filters, which are those that pass.
    #[must_use]
    pub fn new(bits: u8, keys: &[Vec<Key>]) -> Self {
        let count = keys.iter().map(Vec::len).sum();
        let shards = ribbon::shards(count);
        let shard = |key: &Key| ribbon::shard(key.hash(), shards as u64) as usize;
        let mut ends = vec![0; shards];
        keys.iter().flatten().for_each(|key| ends[shard(key)] += 1);
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let mut sorted = vec![Key(0); count];
        for &key in keys.iter().flatten() {
            let end = &mut ends[shard(&key)];
            sorted[*end] = key;
            *end += 1;
        }
        Self { bits, keys: sorted, ends }
    }

    /// How many shards there are.
    #[must_use]
    pub fn shards(&self) -> usize {
        self.ends.len()
    }

    /// Solves a shard.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn solve(&self, shard: usize) -> Shard {
        let start = if shard == 0 { 0 } else { self.ends[shard - 1] };
        let value = |key: Key| match self.bits {
            0 => key.is_lost().into(),
            bits => fingerprint(key.hash(), bits),
        };
        let keys = self.keys[start..self.ends[shard]].iter();
        let keys: Vec<(u64, u8)> = keys.map(|&key| (key.hash(), value(key))).collect();
        ribbon::solve(&keys, self.bits.max(1).into())
    }
}

/// The outcomes of finished layers, and the layer at work.
///
/// A layer is [begun](Self::begin) with its census. Then come its filters, and last the
/// function behind them, whose keys are the positions that [pass](Self::passes).
#[derive(Clone, Debug)]
pub struct OutcomesBuilder {
    bound: u8,
    classes: Vec<u8>,
    functions: Vec<U64>,
    shards: Vec<U64>,
    /// With what must follow the last shard.
    bits: Vec<U64>,
}

impl Default for OutcomesBuilder {
    fn default() -> Self {
        let bits = vec![U64::ZERO; ribbon::padding(MOST_BITS)];
        Self { bound: 1, classes: Vec::new(), functions: Vec::new(), shards: Vec::new(), bits }
    }
}

impl OutcomesBuilder {
    /// The most bits of a filter.
    pub const MOST_BITS: u8 = MOST_BITS as u8;

    /// Goes on from the sections of a table; `None` if they are not sound.
    #[must_use]
    pub fn restored(bound: u8, sections: [&[u8]; 4]) -> Option<Self> {
        let outcomes = Outcomes::over(bound, sections).filter(Outcomes::is_sound)?;
        let Outcomes { bound, classes, functions, shards, bits } = outcomes;
        let padded = bits.len() >= ribbon::padding(MOST_BITS);
        padded.then(|| Self {
            bound,
            classes: classes.to_vec(),
            functions: functions.to_vec(),
            shards: shards.to_vec(),
            bits: bits.to_vec(),
        })
    }

    /// The largest number of the last layer, finished or at work; 1 before the first.
    #[must_use]
    pub const fn bound(&self) -> u8 {
        self.bound
    }

    /// The sections of a table: classes, functions, shards, bits.
    #[must_use]
    pub fn sections(&self) -> [&[u8]; 4] {
        [&self.classes, self.functions.as_bytes(), self.shards.as_bytes(), self.bits.as_bytes()]
    }

    /// The outcomes of the finished layers.
    #[must_use]
    pub fn outcomes(&self) -> Outcomes<'_> {
        let Self { bound, classes, functions, shards, bits } = self;
        Outcomes { bound: *bound, classes, functions, shards, bits }
    }

    /// Begins the next layer.
    pub fn begin(&mut self, census: &Census) {
        self.bound += 1;
        assert_eq!(census.largest, self.bound, "layers come in order");
        self.classes.extend(choose_bits(census));
        self.functions.extend([U64::ZERO; FUNCTIONS]);
    }

    /// The bits of the filter, 0 to 7, that a position of the layer at work belongs to;
    /// `None` if no position of its class is lost.
    #[must_use]
    pub fn filter(&self, position: Position) -> Option<u8> {
        self.outcomes().filter_bits(position).filter(|&bits| bits != ALL_WIN)
    }

    /// Whether a position of the layer at work passes its filter.
    #[must_use]
    pub fn passes(&self, position: Position) -> bool {
        let Some(bits) = self.filter(position) else { return false };
        let passes = self.outcomes().passes(self.bound, bits, mix(position.mask()));
        passes.expect("the filters of the layer are there")
    }

    /// Adds the shards, in order, of a filter of so many bits, or for 0 of the function
    /// behind the filters.
    pub fn add(&mut self, bits: u8, shards: Vec<Shard>) {
        let function = (usize::from(self.bound) - 2) * FUNCTIONS + usize::from(bits);
        let word = self.shards.len() as u64 | (shards.len() as u64) << 32;
        self.functions[function] = U64::new(word);
        self.bits.truncate(self.bits.len() - ribbon::padding(MOST_BITS));
        for Shard { place, words } in shards {
            self.shards.push(U64::new(place.at(self.bits.len() as u64).0));
            self.bits.extend(words.into_iter().map(U64::new));
        }
        self.bits.resize(self.bits.len() + ribbon::padding(MOST_BITS), U64::ZERO);
    }
}
