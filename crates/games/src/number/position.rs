//! The set of available numbers as a bit mask.

use derive_more::Display;

use super::PositionError;
use crate::combinatorics::bits;

/// A position: the set of numbers that may still be named, each 2 to 63.
///
/// Bit x of the mask is set if x is available. The unavailable numbers of a
/// `Position` are always closed under addition: no constructor makes another set.
///
/// The text is the numbers in ascending order, `2 3 5`, or `none`. A position is also
/// read from the numbers named so far, as in `after:4,3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(u64);

/// Naming one number; its text is the number.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u8);

impl Position {
    /// The largest number that can be available in a position.
    pub const MAX_NUMBER: u8 = 63;

    /// The position without an available number: the player to move has lost.
    pub const NONE: Self = Self(0);

    /// The position in which 2 to `bound` are available; [`NONE`](Self::NONE) for a bound
    /// below 2. A bound above [`MAX_NUMBER`](Self::MAX_NUMBER) is taken as `MAX_NUMBER`.
    pub fn full(bound: u8) -> Self {
        Self(up_to(bound.min(Self::MAX_NUMBER)) & !0b11)
    }

    /// The position whose available numbers are the bits of `mask`.
    ///
    /// # Errors
    /// [`PositionError::OutOfRange`] if bit 0 or 1 is set, and
    /// [`PositionError::ImpossibleSum`] if two unavailable numbers add up to an
    /// available one.
    pub fn from_mask(mask: u64) -> Result<Self, PositionError> {
        if mask & 0b11 != 0 {
            let number = (mask & 0b11).trailing_zeros().to_string();
            return Err(PositionError::OutOfRange(number));
        }
        let unavailable = !mask & !0b11;
        // If two numbers have an available sum, one of them is at most half of the largest sum.
        let half = Self(mask).largest() / 2;
        for y in bits(unavailable & up_to(half)) {
            if let Some(sum) = bits((unavailable << y) & mask).next() {
                let (y, sum) = (y as u8, sum as u8);
                return Err(PositionError::ImpossibleSum { sum, parts: (y, sum - y) });
            }
        }
        Ok(Self(mask))
    }

    /// [`from_mask`](Self::from_mask) without its check, for masks that are known to be positions.
    #[inline]
    pub const fn from_valid_mask(mask: u64) -> Self {
        Self(mask)
    }

    /// The available numbers as bits 2 to 63.
    #[inline]
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// The available numbers, ascending.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        bits(self.0).map(|bit| bit as u8)
    }

    /// The largest available number (the Frobenius number of the semigroup); 0 if none is
    /// available.
    #[inline]
    pub fn largest(self) -> u8 {
        (64 - (self.0 | 1).leading_zeros() - 1) as u8
    }

    /// The least number above 1 that is not available (the multiplicity of the semigroup): 2 to 64.
    #[inline]
    pub fn multiplicity(self) -> u8 {
        (!self.0 & !0b11).trailing_zeros() as u8
    }

    /// The smallest set of numbers that leave this position when they are named, ascending: the
    /// minimal generators of its semigroup, which are the unavailable numbers above 1 that
    /// are not a sum of two of them. None is above the largest available number plus the
    /// multiplicity, so all are below 128.
    pub fn generators(self) -> impl Iterator<Item = u8> {
        let unavailable = !u128::from(self.0) & !0b11;
        let mut rest = unavailable;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let least = rest.trailing_zeros();
                // A sum of unavailable numbers has a generator among its parts, so this removes
                // every sum.
                rest &= !(1 << least | unavailable << least);
                least as u8
            })
        })
    }

    /// Whether `number` may be named.
    #[must_use]
    pub const fn allows(self, Move(number): Move) -> bool {
        number < 64 && self.0 >> number & 1 == 1
    }

    /// The position after naming a number; `None` if it is not available.
    #[inline]
    #[must_use]
    pub fn after(self, step: Move) -> Option<Self> {
        self.allows(step).then(|| self.after_legal(step))
    }

    /// [`after`](Self::after) for a number that is available; any other leaves the position as it
    /// is.
    #[inline]
    #[must_use]
    pub(super) fn after_legal(self, Move(number): Move) -> Self {
        let mut generated = !self.0 & !0b10;
        let mut multiple = u32::from(number.max(1));
        while multiple < 64 {
            generated |= generated << multiple;
            multiple *= 2;
        }
        Self(self.0 & !generated)
    }
}

/// Bits 0 to `bound`.
#[inline]
pub(super) const fn up_to(bound: u8) -> u64 {
    u64::MAX >> (63 - bound)
}
