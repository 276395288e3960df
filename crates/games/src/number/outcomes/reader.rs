//! Outcomes, read from the bytes of a table.

use super::super::Position;
use super::classes::{ALL_WIN, CLASSES_BEFORE, MOST_BITS, class};
use perfectplay_core::Outcome;
use perfectplay_core::retrieval::{Functions, fingerprint, mix};

/// How many functions a layer has: first the one of the positions that pass, then a filter for each
/// number of bits.
pub(super) const FUNCTIONS: usize = 1 + MOST_BITS as usize;

/// The outcomes over the bytes of a table. The bytes are checked as they are read, so that damaged
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
    /// The outcomes of the positions up to `bound` over four sections; `None` if their lengths are impossible.
    pub fn over(bound: u8, sections: [&'a [u8]; 4]) -> Option<Self> {
        let layers = usize::from(bound).checked_sub(1)?;
        let outcomes = Self::over_accepted(bound, sections);
        let fits = bound <= Position::MAX_NUMBER
            && outcomes.classes.len() == CLASSES_BEFORE[usize::from(bound) + 1] as usize
            && sections[1..].iter().all(|words| words.len().is_multiple_of(8))
            && outcomes.functions.count() == layers * FUNCTIONS;
        fits.then_some(outcomes)
    }

    /// The outcomes over sections that [`over`](Self::over) accepted before. Other sections give wrong outcomes or
    /// none.
    #[inline(always)]
    pub fn over_accepted(bound: u8, sections: [&'a [u8]; 4]) -> Self {
        let [classes, functions, shards, bits] = sections;
        Self { bound, classes, functions: Functions::over([functions, shards, bits]) }
    }

    /// The outcomes of a builder's parts.
    pub(super) const fn of(bound: u8, classes: &'a [u8], functions: Functions<'a>) -> Self {
        Self { bound, classes, functions }
    }

    /// The classes' bits and the functions.
    pub(super) const fn parts(&self) -> (&'a [u8], Functions<'a>) {
        (self.classes, self.functions)
    }

    /// The filters and functions.
    pub(super) const fn functions(&self) -> Functions<'a> {
        self.functions
    }

    /// The largest number of the positions that have an outcome.
    pub const fn bound(self) -> u8 {
        self.bound
    }

    /// Who wins a position, seen by the player to move. `None` if the position has a number above
    /// the bound, or if the sections are damaged.
    #[inline(always)]
    pub fn outcome(&self, position: Position) -> Option<Outcome> {
        let is_lost = self.is_lost(position)?;
        Some(if is_lost { Outcome::Loss } else { Outcome::Win })
    }

    /// Whether the player to move loses a position; `None` as for [`outcome`](Self::outcome).
    #[inline(always)]
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
                Some(self.functions.bit(function(largest, 0), hash)? == 1)
            }
            _ => Some(false),
        }
    }

    /// A position's outcome where the section of bits is not in memory: `read` fills words of eight bytes with those from a number
    /// on. It is called at most twice.
    pub fn outcome_by(
        &self,
        position: Position,
        read: impl Fn(usize, &mut [[u8; 8]]) -> Option<()>,
    ) -> Option<Outcome> {
        let largest = position.largest();
        if largest > self.bound {
            return None;
        }
        if largest == 0 {
            return Some(Outcome::Loss);
        }
        let hash = mix(position.mask());
        let value = |bits: u8| {
            let number = function(largest, bits);
            self.functions.value_by(number, bits.max(1).into(), hash, &read)
        };
        let passes = match self.filter_bits(position)? {
            ALL_WIN => false,
            0 => true,
            bits @ 1..=MOST_BITS => value(bits)? == fingerprint(hash, bits),
            _ => return None,
        };
        let is_lost = passes && value(0)? == 1;
        Some(if is_lost { Outcome::Loss } else { Outcome::Win })
    }

    /// The bits of the filter of a position's class, or [`ALL_WIN`].
    #[inline(always)]
    pub(super) fn filter_bits(&self, position: Position) -> Option<u8> {
        let before = CLASSES_BEFORE[usize::from(position.largest())] as usize;
        self.classes.get(before + class(position, self.functions.cpu())).copied()
    }

    /// Whether a position of this hash passes the filter of `bits` bits.
    #[inline(always)]
    pub(super) fn passes(&self, largest: u8, bits: u8, hash: u64) -> Option<bool> {
        match bits {
            0 => Some(true),
            1..=MOST_BITS => self.functions.passes(function(largest, bits), bits, hash),
            _ => None,
        }
    }

    /// Whether every position has an outcome: every class has the functions that it needs,
    /// and these have all words that they read.
    pub(super) fn is_sound(&self) -> bool {
        (2..=self.bound).all(|largest| {
            let classes = CLASSES_BEFORE[usize::from(largest)] as usize
                ..CLASSES_BEFORE[usize::from(largest) + 1] as usize;
            let is_readable = |bits: u8| {
                self.functions.is_sound(function(largest, bits), usize::from(bits.max(1)))
            };
            self.classes[classes].iter().all(|&bits| {
                bits == ALL_WIN || bits <= MOST_BITS && is_readable(bits) && is_readable(0)
            })
        })
    }
}

/// The number of a layer's filter of `bits` bits, or with 0 bits of its function.
#[inline]
pub(super) fn function(largest: u8, bits: u8) -> usize {
    (usize::from(largest) - 2) * FUNCTIONS + usize::from(bits)
}
