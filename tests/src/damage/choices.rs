//! What is done to a file: a sequence of choices.

use fastrand::Rng;

/// Where choices come from.
#[derive(Debug)]
pub enum Choices<'a> {
    Random(Rng),
    /// A fuzzer's bytes. Once they are used up, each choice is the first option.
    Bytes(&'a [u8]),
}

impl Choices<'_> {
    pub fn of_seed(seed: u64) -> Self {
        Self::Random(Rng::with_seed(seed))
    }

    /// A number of this many bytes, at most eight.
    fn word(&mut self, length: usize) -> u64 {
        match self {
            Self::Random(rng) => rng.u64(..) >> (64 - 8 * length),
            Self::Bytes(bytes) => {
                let (taken, rest) = bytes.split_at(length.min(bytes.len()));
                *bytes = rest;
                taken.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
            }
        }
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.word(8)
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.word(1) as u8
    }

    /// A byte that is not 0.
    pub(crate) fn mask(&mut self) -> u8 {
        1 + self.below(255) as u8
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below a bound, or 0 if that is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1);
        match self {
            Self::Random(rng) => rng.usize(..bound),
            Self::Bytes(_) => {
                let length = [1, 2, 8][usize::from(bound > 1 << 8) + usize::from(bound > 1 << 16)];
                (self.word(length) % bound as u64) as usize
            }
        }
    }

    pub(crate) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// Any bytes, fewer than a bound.
    pub(crate) fn bytes(&mut self, bound: usize) -> Vec<u8> {
        (0..self.below(bound)).map(|_| self.byte()).collect()
    }

    /// Any text, with fewer letters than a bound.
    pub(crate) fn text(&mut self, bound: usize) -> String {
        self.bytes(bound).into_iter().map(|byte| char::from(byte & 0x7f)).collect()
    }

    /// A number that code may have forgotten about, or one close to a given number.
    pub(crate) fn extreme(&mut self, near: u64) -> u64 {
        match self.below(6) {
            0 => self.below(3) as u64,
            1 => u64::MAX - self.one_of(&[0, 1, 7, 4095, 4096, 65_535]),
            2 => 1u64.rotate_left(self.below(64) as u32).wrapping_sub(self.below(2) as u64),
            3 => near.wrapping_add(self.below(9) as u64).wrapping_sub(4),
            4 => near.wrapping_mul(1 << self.below(64)),
            _ => self.number() >> self.below(64),
        }
    }
}
