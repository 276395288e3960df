//! Positions with numbers above 63, as bit sets of a fixed number of words.

use super::{NamedNumbers, Position};
use crate::combinatorics::bits;

/// The set of available numbers, all below 64 · `WORDS`, as [`Position`] is for numbers up to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Large<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Large<WORDS> {
    /// The position after naming numbers, which must leave none from 64 · `WORDS` on.
    pub fn after_all(named: &NamedNumbers) -> Self {
        let mut full = [u64::MAX; WORDS];
        full[0] = !0b11;
        let numbers = named.generators().iter().filter_map(|&number| usize::try_from(number).ok());
        numbers.fold(Self(full), Self::after)
    }

    /// The position without an available number.
    pub const NONE: Self = Self([0; WORDS]);

    /// The position after naming `number`, as in [`Position::after`]; only words up to the last one
    /// with available numbers are computed.
    #[inline]
    pub fn after(self, number: usize) -> Self {
        let mut left = self.0;
        let left_words = &mut left[..self.largest() / 64 + 1];
        let mut generated = self.0.map(|word| !word);
        generated[0] &= !0b10;
        let generated = &mut generated[..left_words.len()];
        let mut multiple = number;
        while multiple < 64 * generated.len() {
            add_shifted(generated, multiple);
            multiple *= 2;
        }
        for (word, generated) in left_words.iter_mut().zip(generated) {
            *word &= !*generated;
        }
        Self(left)
    }

    /// The words, for hashing.
    pub(super) fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// Adds a number to the set, which may then no longer be a position.
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Whether `number` may be named.
    #[inline]
    pub fn allows(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// How many numbers may be named.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The largest available number, 0 if there is none.
    #[inline]
    pub fn largest(&self) -> usize {
        let top = self.0.iter().rposition(|&word| word != 0);
        top.map_or(0, |top| top * 64 + self.0[top].ilog2() as usize)
    }

    /// The available numbers, ascending.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(place, word)| bits(word).map(move |bit| place * 64 + bit as usize))
    }

    /// This position as a [`Position`]; `None` if it has a number above 63.
    #[inline]
    pub fn position(&self) -> Option<Position> {
        let above = self.0[1..].iter().any(|&word| word != 0);
        (!above).then(|| Position::from_valid_mask(self.0[0]))
    }
}

/// `set |= set << shift`, across words; `shift` is less than their bits.
#[inline]
fn add_shifted(set: &mut [u64], shift: usize) {
    let (words, bits) = (shift / 64, shift % 64);
    for place in (words..set.len()).rev() {
        let mut shifted = set[place - words] << bits;
        if bits > 0 && place > words {
            shifted |= set[place - words - 1] >> (64 - bits);
        }
        set[place] |= shifted;
    }
}
