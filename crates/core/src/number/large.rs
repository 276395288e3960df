//! Positions with numbers above 63, as bit sets of a fixed number of words.

use super::{Named, Position};
use crate::combinatorics::bits;

/// The set of available numbers, all below 64 · `WORDS`, as [`Position`] is for numbers up to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Large<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Large<WORDS> {
    /// The position after naming numbers, which must leave none from 64 · `WORDS` on.
    pub(super) fn after_all(named: &Named) -> Self {
        let mut full = [u64::MAX; WORDS];
        full[0] = !0b11;
        let numbers = named.generators().iter().filter_map(|&number| usize::try_from(number).ok());
        numbers.fold(Self(full), Self::after)
    }

    /// The position without an available number.
    pub(super) const NONE: Self = Self([0; WORDS]);

    /// The position after naming `number`, as in [`Position::after`]; only words up to the last one
    /// with available numbers are computed.
    #[inline]
    pub(super) fn after(self, number: usize) -> Self {
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
    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Whether `number` may be named.
    #[inline]
    pub(super) fn allows(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// How many numbers may be named.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The largest available number, 0 if there is none.
    #[inline]
    pub(super) fn largest(&self) -> usize {
        let top = self.0.iter().rposition(|&word| word != 0);
        top.map_or(0, |top| top * 64 + self.0[top].ilog2() as usize)
    }

    /// The available numbers, ascending.
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(place, word)| bits(word).map(move |bit| place * 64 + bit as usize))
    }

    /// The same position as a [`Position`]; `None` if it has a number above 63.
    #[inline]
    pub(super) fn position(&self) -> Option<Position> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the position after naming numbers, and its moves, with [`Named`].
    fn compare<const WORDS: usize>(text: &str) {
        let named: Named = text.parse().expect("the numbers can be named");
        let position = Large::<WORDS>::after_all(&named);
        assert_eq!(Some(position.largest() as u128), named.largest(), "{text}");
        assert_eq!(Some(position.count() as u128), named.count(), "{text}");
        assert_eq!(position.position(), named.position(), "{text}");
        for number in 0..64 * WORDS {
            assert_eq!(position.allows(number), named.allows(number as u64), "{text}: {number}");
        }
        for number in position.numbers() {
            let left = named.name(number as u64).expect("the number is left");
            assert_eq!(position.after(number), Large::after_all(&left), "{text}: {number}");
        }
    }

    #[test]
    fn positions_of_every_size_agree_with_named_numbers() {
        compare::<1>("after:6,9,20");
        compare::<2>("after:6,9,20");
        compare::<2>("after:11,16,58");
        compare::<4>("after:17,23,39");
        compare::<8>("after:23,31,64");
        compare::<16>("after:23,31,64");
        compare::<16>("after:31,33");
    }
}
