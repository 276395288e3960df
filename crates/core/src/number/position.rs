//! The set of available numbers as a bit mask, and its text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Named;
use super::named::{LARGEST_NAMED, MOST_RESIDUES};
use crate::combinatorics::bits;
use crate::text::{quoted, shortened};

/// A position: the set of numbers that may still be named, each 2 to 63.
///
/// Bit x of the mask says that x is available. The unavailable numbers of a
/// `Position` are always closed under addition; there is no way to make another.
///
/// Its text is the numbers in ascending order, `2 3 5`, or `none`. It is also
/// read from the numbers named so far, `after:4,3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(u64);

/// Naming one number; its text is the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u8);

impl Position {
    /// The largest number that a position can hold.
    pub const MAX_NUMBER: u8 = 63;

    /// The position in which nothing is left: the player to move has lost.
    pub const NONE: Self = Self(0);

    /// The position in which 2 to `bound` are available; `NONE` for a bound
    /// below 2. Bounds above [`MAX_NUMBER`](Self::MAX_NUMBER) count as it.
    #[must_use]
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
            return Err(PositionError::OutOfRange { number });
        }
        let unavailable = !mask & !0b11;
        // Of two numbers with an available sum one is at most half of the largest sum.
        let half = Self(mask).largest() / 2;
        for y in bits(unavailable & up_to(half)) {
            if let Some(sum) = bits((unavailable << y) & mask).next() {
                let (y, sum) = (y as u8, sum as u8);
                return Err(PositionError::ImpossibleSum { sum, parts: (y, sum - y) });
            }
        }
        Ok(Self(mask))
    }

    /// Skips the check of [`from_mask`](Self::from_mask): for masks that the index
    /// has just found to be positions.
    pub(super) const fn from_valid_mask(mask: u64) -> Self {
        Self(mask)
    }

    /// The available numbers as bits 2 to 63.
    #[must_use]
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// The available numbers, ascending.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        bits(self.0).map(|bit| bit as u8)
    }

    /// The largest available number (the Frobenius number of the semigroup),
    /// 0 if there is none.
    #[must_use]
    pub fn largest(self) -> u8 {
        (64 - (self.0 | 1).leading_zeros() - 1) as u8
    }

    /// The least number above 1 that is not available, up to 64.
    #[inline]
    #[must_use]
    pub fn multiplicity(self) -> u8 {
        (!self.0 & !0b11).trailing_zeros() as u8
    }

    /// The fewest numbers that leave this position when they are named, ascending: the
    /// minimal generators of its semigroup, which are the unavailable numbers above 1 that
    /// are no sum of two others. None is above the largest available number and the
    /// multiplicity together, so all are below 128.
    pub fn generators(self) -> impl Iterator<Item = u8> {
        let unavailable = !u128::from(self.0) & !0b11;
        let mut rest = unavailable;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let least = rest.trailing_zeros();
                // A sum has a generator as one of its parts, so these are all of them.
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

    /// The position after naming a number. Naming one that is not available
    /// changes nothing.
    #[must_use]
    pub fn after(self, Move(number): Move) -> Self {
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
pub(super) const fn up_to(bound: u8) -> u64 {
    u64::MAX >> (63 - bound)
}

/// Why a text or a mask is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text holds nothing.
    #[error(
        "no numbers given: list the available ones as in `2 3 5`, or write `none`, or `after:4,3`"
    )]
    Empty,
    /// A word is not a number.
    #[error("{} is not a number: list the available numbers as in `2 3 5`", quoted(.word))]
    NotANumber {
        /// The word.
        word: String,
    },
    /// A number below 2 or above 63.
    #[error("{number} is out of range: available numbers go from 2 to 63")]
    OutOfRange {
        /// The number, cut if it is long.
        number: String,
    },
    /// A number that is listed again.
    #[error("{number} appears twice: list each available number once")]
    Repeated {
        /// The number.
        number: u8,
    },
    /// Two unavailable numbers add up to an available one.
    #[error(
        "{sum} is available, but {}: {sum} = {} + {}",
        unavailable(.parts), .parts.0, .parts.1
    )]
    ImpossibleSum {
        /// The number that cannot be available.
        sum: u8,
        /// Two unavailable numbers with that sum, the smaller one first.
        parts: (u8, u8),
    },
    /// A named number outside the range that can be followed.
    #[error("{number} cannot be named here: named numbers go from 2 to {LARGEST_NAMED}")]
    NamedOutOfRange {
        /// The number, cut if it is long.
        number: String,
    },
    /// A number was named again.
    #[error("{number} may not be named: it has been named already")]
    NamedAgain {
        /// The number.
        number: u64,
    },
    /// A number was named that is a sum of earlier ones.
    #[error("{number} may not be named: {number} = {} + {}, both sums of the numbers before it", .parts.0, .parts.1)]
    NamedSum {
        /// The number.
        number: u64,
        /// Two unavailable numbers with that sum, the smaller one first.
        parts: (u64, u64),
    },
    /// The named numbers have a common factor, so infinitely many are left.
    #[error(
        "infinitely many numbers are left: \
         name numbers without a common factor, or list the available numbers"
    )]
    Infinite,
    /// The named numbers leave one above 63.
    #[error("{number} would still be available: positions hold numbers up to 63")]
    TooLarge {
        /// The largest of them.
        number: u128,
    },
    /// The named numbers are so large and so many that their sums are not followed.
    #[error(
        "these numbers are too large to follow: the smallest of three or more, divided by \
         what divides all, may be at most {MOST_RESIDUES}, and less if they are many"
    )]
    TooLargeToFollow,
}

fn unavailable(&(y, z): &(u8, u8)) -> String {
    if y == z { format!("{y} is not") } else { format!("{y} and {z} are not") }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("none");
        }
        // Two digits and a blank each, put together here: a formatter call for
        // every number would take most of the time of a probe.
        let (mut text, mut length) = ([b' '; 3 * 62], 0);
        for number in self.numbers() {
            if number >= 10 {
                text[length] = b'0' + number / 10;
                length += 1;
            }
            text[length] = b'0' + number % 10;
            length += 2;
        }
        let text = &text[..length - 1];
        f.write_str(std::str::from_utf8(text).expect("digits and blanks are UTF-8"))
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let text = text.trim();
        match text.strip_prefix("after:") {
            Some(named) => after_naming(named),
            None if text.is_empty() => Err(PositionError::Empty),
            None if text == "none" => Ok(Self::NONE),
            None => available(text.split_ascii_whitespace()),
        }
    }
}

/// The position whose available numbers are `words`.
fn available<'a>(words: impl Iterator<Item = &'a str>) -> Result<Position, PositionError> {
    let mut mask = 0u64;
    for word in words {
        let bit = u8::try_from(parse_number(word)?)
            .ok()
            .filter(|bit| (2..=Position::MAX_NUMBER).contains(bit))
            .ok_or_else(|| PositionError::OutOfRange { number: shortened(word) })?;
        if mask >> bit & 1 == 1 {
            return Err(PositionError::Repeated { number: bit });
        }
        mask |= 1 << bit;
    }
    Position::from_mask(mask)
}

/// The position after `named`, a list with commas, in the game without a bound.
fn after_naming(named: &str) -> Result<Position, PositionError> {
    let named = Named::from_list(named)?;
    match (named.position(), named.largest()) {
        (Some(position), _) => Ok(position),
        (None, Some(number)) => Err(PositionError::TooLarge { number }),
        (None, None) => Err(PositionError::Infinite),
    }
}

/// A number in decimal digits. One too large for any use here reads as `u64::MAX`.
pub(super) fn parse_number(word: &str) -> Result<u64, PositionError> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PositionError::NotANumber { word: word.to_owned() });
    }
    Ok(word.parse().unwrap_or(u64::MAX))
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The text is not a number from 2 to 63.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} is no move: name one number from 2 to 63", quoted(.text))]
pub struct ParseMoveError {
    text: String,
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        match parse_number(text.trim()) {
            Ok(number @ 2..=63) => Ok(Self(number as u8)),
            _ => Err(ParseMoveError { text: text.to_owned() }),
        }
    }
}

impl Move {
    /// A key that sorts moves as their texts sort (`2`, `20`, `21`, `3`).
    pub(super) const fn text_order(self) -> u8 {
        let number = self.0;
        if number < 10 { number * 11 } else { number / 10 * 11 + number % 10 + 1 }
    }
}
