//! The outcomes that a table remembers.

use super::super::Position;
use super::classes::{ALL_WIN, CLASSES_BEFORE, MOST_BITS, class};
use crate::Outcome;
use crate::retrieval::{Functions, mix};

/// A function for each number of bits that a filter could have, that behind the filters first.
pub(super) const FUNCTIONS: usize = 1 + MOST_BITS as usize;

/// The outcomes over the bytes of a table. They are checked as they are read, so damaged
/// ones give wrong outcomes or none, and never a panic.
#[derive(Clone, Copy, Debug)]
pub struct Outcomes<'a> {
    bound: u8,
    /// By layer and class: the bits of the filter.
    classes: &'a [u8],
    /// By layer, [`FUNCTIONS`] each.
    functions: Functions<'a>,
}

impl<'a> Outcomes<'a> {
    /// The outcomes of the positions up to `bound` over four sections; `None` if their
    /// lengths cannot be right.
    #[must_use]
    pub fn over(bound: u8, [classes, functions, shards, bits]: [&'a [u8]; 4]) -> Option<Self> {
        let functions = Functions::over([functions, shards, bits])?;
        let layers = usize::from(bound).checked_sub(1)?;
        let fits = bound <= Position::MAX_NUMBER
            && classes.len() == CLASSES_BEFORE[usize::from(bound) + 1] as usize
            && functions.len() == layers * FUNCTIONS;
        fits.then_some(Self { bound, classes, functions })
    }

    /// Those of a builder.
    pub(super) const fn of(bound: u8, classes: &'a [u8], functions: Functions<'a>) -> Self {
        Self { bound, classes, functions }
    }

    /// The classes and the functions.
    pub(super) const fn parts(&self) -> (&'a [u8], Functions<'a>) {
        (self.classes, self.functions)
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
                Some(self.functions.value(function(largest, 0), 1, hash)? & 1 == 1)
            }
            _ => Some(false),
        }
    }

    /// The bits of the filter of a position's class, or [`ALL_WIN`].
    #[inline]
    pub(super) fn filter_bits(&self, position: Position) -> Option<u8> {
        let before = CLASSES_BEFORE[usize::from(position.largest())] as usize;
        self.classes.get(before + class(position)).copied()
    }

    /// Whether a position of this hash passes the filter of so many bits.
    #[inline]
    pub(super) fn passes(&self, largest: u8, bits: u8, hash: u64) -> Option<bool> {
        match bits {
            0 => Some(true),
            1..=MOST_BITS => self.functions.passes(function(largest, bits), bits, hash),
            _ => None,
        }
    }

    /// Whether all positions have an outcome: that every class has the functions it needs,
    /// and those the words that they read.
    pub(super) fn is_sound(&self) -> bool {
        (2..=self.bound).all(|largest| {
            let classes = CLASSES_BEFORE[usize::from(largest)] as usize
                ..CLASSES_BEFORE[usize::from(largest) + 1] as usize;
            let is_there = |bits: u8| {
                self.functions.is_sound(function(largest, bits), usize::from(bits.max(1)))
            };
            self.classes[classes]
                .iter()
                .all(|&bits| bits == ALL_WIN || bits <= MOST_BITS && is_there(bits) && is_there(0))
        })
    }
}

/// The number of a layer's filter of so many bits, or for 0 of the function behind its filters.
#[inline]
pub(super) fn function(largest: u8, bits: u8) -> usize {
    (usize::from(largest) - 2) * FUNCTIONS + usize::from(bits)
}
