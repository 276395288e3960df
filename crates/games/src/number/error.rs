//! The errors of texts and masks that are not positions.

use thiserror::Error;

use super::apery::MOST_RESIDUES;
use perfectplay_core::control::Stopped;
use perfectplay_core::text::{quoted, shortened};

/// The largest number that is read as a named number.
pub(super) const LARGEST_NAMED: u64 = 1_000_000_000_000_000_000;

/// Why a text or a mask is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum PositionError {
    /// The text is empty.
    #[error(
        "no numbers given: list the available ones as in `2 3 5`, or write `none`, or `after:4,3`"
    )]
    Empty,
    /// A word is not a number.
    #[error("{} is not a number: list the available numbers as in `2 3 5`", quoted(.0))]
    NotANumber(String),
    /// A word after `after:` is not a number.
    #[error("{} is not a number: list the numbers named so far as in `after:4,3`", quoted(.0))]
    NamedNotANumber(String),
    /// There are only numbers, but not in the expected form for available numbers.
    #[error(
        "{}: write the available numbers with spaces: {}; \
         or the numbers named so far with commas: after:{}",
        quoted(.text), shortened(.expected), shortened(&.expected.replace(' ', ","))
    )]
    AvailableForm { text: String, expected: String },
    /// There are only numbers after `after`, but not in the expected form for numbers named so far.
    #[error("{}: write the numbers named so far with commas: {}", quoted(.text), shortened(.expected))]
    NamedForm { text: String, expected: String },
    /// A number below 2 or above 63, cut if it is long.
    #[error("{0} is out of range: available numbers go from 2 to 63")]
    OutOfRange(String),
    /// An available number is listed twice.
    #[error("{0} appears twice: list each available number once")]
    Repeated(u8),
    /// Two unavailable numbers, the smaller one first, add up to an available one.
    #[error(
        "{sum} is available, but {}: {sum} = {} + {}",
        unavailable(.parts), .parts.0, .parts.1
    )]
    ImpossibleSum { sum: u8, parts: (u8, u8) },
    /// A named number outside the range that is supported, cut if it is long.
    #[error("{0} cannot be named here: named numbers go from 2 to {LARGEST_NAMED}")]
    NamedOutOfRange(String),
    /// A number was named twice.
    #[error("{0} may not be named: it has been named already")]
    NamedAgain(u64),
    /// A number was named that is a sum of earlier ones: the sum of two unavailable numbers, the smaller one first.
    #[error("{number} may not be named: {number} = {} + {}, both sums of the numbers before it", .parts.0, .parts.1)]
    NamedSum { number: u64, parts: (u64, u64) },
    /// The named numbers have a common factor, so infinitely many are left.
    #[error(
        "infinitely many numbers are left: \
         name numbers without a common factor, or list the available numbers"
    )]
    Infinite,
    /// The named numbers leave a number above 63.
    #[error("{0} would still be available: positions hold numbers up to 63")]
    TooLarge(u128),
    /// The named numbers are so large, or this many, that their sums are not computed.
    #[error(
        "these numbers are too large: the smallest of three or more numbers, divided by the \
         greatest common divisor of all, may be at most {MOST_RESIDUES}, and less if there are many"
    )]
    TooLargeForSums,
    /// Computing their sums was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn unavailable(&(y, z): &(u8, u8)) -> String {
    if y == z { format!("{y} is not") } else { format!("{y} and {z} are not") }
}
