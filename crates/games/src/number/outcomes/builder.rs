//! Builds the filters and the static function of a layer from its positions.

use std::ops::Range;

use super::super::Position;
use super::classes::{ALL_WIN, CLASSES_BEFORE, Census, MOST_BITS, choose_bits};
use super::reader::{FUNCTIONS, Outcomes, function};
use perfectplay_core::layers::OutOfMemory;
use perfectplay_core::retrieval::{
    self, FunctionsBuilder, HashKey, RetrievalError, Shard, ShardedKeys, Window, fingerprint, mix,
};

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

impl HashKey for Key {
    #[inline]
    fn hash(self) -> u64 {
        mix(self.position().mask())
    }

    #[inline]
    fn word(self) -> u64 {
        self.0
    }

    #[inline]
    fn of_word(word: u64) -> Self {
        Self(word)
    }
}

/// The keys of some consecutive shards of a filter or function. The shards can be solved one by one
/// on any threads.
#[derive(Debug)]
pub struct Keys {
    bits: u8,
    keys: ShardedKeys,
}

impl Keys {
    /// How many shards a filter or function of this many keys has.
    pub const fn shards_of(keys: u64) -> usize {
        retrieval::shards(keys)
    }

    /// The bytes of memory for each shard, of a filter or function of this many keys.
    pub fn shard_bytes(keys: u64) -> u64 {
        retrieval::shard_bytes(keys)
    }

    /// Room for the keys of some shards of a filter of `bits` bits, 1 to 7, whose keys are losing positions; or
    /// with 0 bits of the layer's function, whose keys are the positions that pass their filters. It has `count`
    /// keys in total.
    ///
    /// # Errors
    /// If the memory cannot be allocated: [`shard_bytes`](Self::shard_bytes) for each shard.
    ///
    /// # Panics
    /// If it does not have that many shards.
    pub fn new(bits: u8, count: u64, shards: Range<usize>) -> Result<Self, OutOfMemory> {
        Ok(Self { bits, keys: ShardedKeys::new(count, shards)? })
    }

    /// Adds a key, if it belongs to one of the shards. Any number of threads may do so at once.
    #[inline]
    pub fn add(&self, key: Key) {
        self.keys.add(key);
    }

    /// The shards.
    pub fn shards(&self) -> Range<usize> {
        self.keys.shards()
    }

    /// Solves a shard, whose keys must have been added.
    ///
    /// # Errors
    /// If a position occurs twice, or more keys were added than there are.
    ///
    /// # Panics
    /// If it is not one of [`shards`](Self::shards).
    pub fn solve(&self, shard: usize) -> Result<Shard, RetrievalError> {
        match self.bits {
            0 => self.keys.solve(shard, 1, |key: Key| key.is_lost().into()),
            bits => self.keys.solve(shard, bits.into(), |key: Key| fingerprint(key.hash(), bits)),
        }
    }
}

/// The outcomes of finished layers, and the layer that is being built.
///
/// A layer is [begun](Self::begin) with its census. Then its filters are [added](Self::add), and
/// last its function, whose keys are the positions that [pass](Filters::pass) the filters.
#[derive(Clone, Debug)]
pub struct OutcomesBuilder {
    bound: u8,
    classes: Vec<u8>,
    functions: FunctionsBuilder,
}

impl Default for OutcomesBuilder {
    fn default() -> Self {
        let functions = FunctionsBuilder::new(MOST_BITS.into());
        Self { bound: 1, classes: Vec::new(), functions }
    }
}

impl OutcomesBuilder {
    /// The most bits of a filter.
    pub const MOST_BITS: u8 = MOST_BITS;

    /// A builder that continues the sections of a table; `None` if they are not valid.
    pub fn restored(bound: u8, sections: [&[u8]; 4]) -> Option<Self> {
        let outcomes = Outcomes::over(bound, sections).filter(Outcomes::is_sound)?;
        let (classes, functions) = outcomes.parts();
        let functions = FunctionsBuilder::restored(functions, MOST_BITS.into())?;
        Some(Self { bound, classes: classes.to_vec(), functions })
    }

    /// The largest number of the last layer, finished or not; 1 before the first.
    pub const fn bound(&self) -> u8 {
        self.bound
    }

    /// The sections of a table: classes, functions, shards, bits.
    pub fn sections(&self) -> [&[u8]; 4] {
        let [functions, shards, bits] = self.functions.sections();
        [&self.classes, functions, shards, bits]
    }

    /// The outcomes of the finished layers.
    pub fn outcomes(&self) -> Outcomes<'_> {
        Outcomes::of(self.bound, &self.classes, self.functions.functions())
    }

    /// Begins the next layer.
    ///
    /// # Panics
    /// If the census is of another layer.
    pub fn begin(&mut self, census: &Census) {
        self.bound += 1;
        assert_eq!(census.largest, self.bound, "layers come in order");
        self.classes.extend(choose_bits(census));
        self.functions.grow(FUNCTIONS);
    }

    /// How many keys the filters of 1, 2, … bits of the layer just begun have, and before them how
    /// many losing positions belong to no filter. `census` is the layer's.
    pub fn filter_keys(&self, census: &Census) -> [u64; 1 + MOST_BITS as usize] {
        let before = CLASSES_BEFORE[usize::from(self.bound)] as usize;
        census.keys_by_bits(&self.classes[before..])
    }

    /// The filters of the layer just begun, those that were added.
    pub fn filters(&self) -> Filters<'_> {
        Filters(self.outcomes())
    }

    /// Adds some shards, in order, of a filter of `bits` bits of the last layer, or with 0 bits of its
    /// function. Its other shards follow before any of another filter or function.
    ///
    /// # Errors
    /// [`RetrievalError::Full`], or [`RetrievalError::OutOfMemory`].
    ///
    /// # Panics
    /// If it has shards already, and those of another filter or function came after them.
    pub fn add(&mut self, bits: u8, shards: &[Shard]) -> Result<(), RetrievalError> {
        self.functions.append(function(self.bound, bits), shards)
    }
}

/// For how many positions the filters are read side by side.
const AT_ONCE: usize = 16;

/// The filters of the last layer of a builder.
#[derive(Clone, Copy, Debug)]
pub struct Filters<'a>(Outcomes<'a>);

impl Filters<'_> {
    /// The bits of the filter, 0 to 7, that a position of the layer belongs to (with 0 bits there is
    /// no filter, and it passes); `None` if no position of its class is lost.
    #[inline]
    pub fn bits(&self, position: Position) -> Option<u8> {
        self.0.filter_bits(position).filter(|&bits| bits != ALL_WIN)
    }

    /// Whether a position of the layer passes its filter.
    ///
    /// # Panics
    /// If the filter was not added.
    #[inline]
    pub fn pass(&self, position: Position) -> bool {
        let Some(bits) = self.bits(position) else { return false };
        let passes = self.0.passes(self.0.bound(), bits, mix(position.mask()));
        passes.expect("the filters of the layer were added")
    }

    /// Calls `passing` with the positions of the layer, of these, that [pass](Self::pass) their
    /// filters, in order. It reads many filters side by side, so it takes less time.
    ///
    /// # Panics
    /// If a filter was not added.
    pub fn for_each_passing(
        &self,
        positions: impl Iterator<Item = Position>,
        mut passing: impl FnMut(Position),
    ) {
        let functions = self.0.functions();
        // The positions whose words have been asked for, with their hashes and windows; those
        // without a filter have no window.
        let mut open: [Option<(Position, u64, Option<Window<'_>>)>; AT_ONCE] = [None; AT_ONCE];
        for (place, position) in
            (0..AT_ONCE).cycle().zip(positions.map(Some).chain([None; AT_ONCE]))
        {
            if let Some((position, hash, window)) = open[place].take()
                && window.is_none_or(|window| functions.is_fingerprint(window, hash))
            {
                passing(position);
            }
            let Some(position) = position else { continue };
            let Some(bits) = self.bits(position) else { continue };
            let hash = mix(position.mask());
            let window = (bits != 0).then(|| {
                let filter = function(self.0.bound(), bits);
                let window = functions.window(filter, bits.into(), hash);
                let window = window.expect("the filters of the layer were added");
                window.prefetch();
                window
            });
            open[place] = Some((position, hash, window));
        }
    }
}
