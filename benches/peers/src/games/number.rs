//! The Number Game: the key is the set of available numbers as bits, which is what a position is.

use std::marker::PhantomData;

use fastrand::Rng;
use perfectplay_core::Value;
use perfectplay_games::NumberTable;
use perfectplay_games::number::{Entry, Layer, Position};
use perfectplay_published::number;

use super::{Game, Key};

/// The positions with numbers up to a bound; `K` is as wide as their sets need.
#[derive(Debug)]
pub(crate) struct Number<K> {
    bound: u8,
    key: PhantomData<K>,
}

/// 0 and 1 are never available.
const UNUSED_BITS: u32 = 2;

/// The largest bound whose sets of numbers have 32 bits.
pub(crate) const NARROW: u8 = 33;

impl<K> Number<K> {
    pub(crate) fn new(bound: u8) -> Self {
        Self { bound, key: PhantomData }
    }
}

impl<K: Key> Game for Number<K> {
    type Table = NumberTable;
    type Key = K;
    /// The outcome, and above it the plies where the table knows them.
    type Value = u8;

    /// Plies are at most 19 where a table knows them.
    #[inline]
    fn packed(value: Value) -> u8 {
        value.plies.map_or(0, |plies| (plies as u8) << 1) | value.outcome as u8
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> K {
        K::from_bits(position.mask() >> UNUSED_BITS)
    }

    const KEY: &'static str = "the set of available numbers as bits";

    fn positions(&self, _: &NumberTable) -> impl Iterator<Item = Position> {
        let layers = (2..=self.bound).flat_map(|largest| Layer::new(largest).ascending());
        std::iter::once(Position::NONE).chain(layers)
    }

    fn random(&self, _: &NumberTable, entries: &[(K, u8)], random: &mut Rng) -> Position {
        let (key, _) = entries[random.usize(..entries.len())];
        Position::from_mask(key.to_bits() << UNUSED_BITS).expect("the set of a position")
    }

    fn has_sets(&self) -> bool {
        self.bound > Entry::MAX_BOUND
    }

    const METHOD: &'static str = "memoised search over bit masks";

    fn solve(position: &Position) -> Option<u8> {
        Some(number::outcome(position) as u8)
    }

    /// The outcome, without plies.
    fn solved(value: u8) -> u8 {
        value & 1
    }
}
