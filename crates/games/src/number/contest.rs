//! Cases of the contest POJ 1143: a line with the count of available numbers and the numbers; `0` ends the input.

use thiserror::Error;

use super::{Position, PositionError};
use crate::contest::{self, Read, WordProblem, words};
use perfectplay_core::text::beginning;

/// The contest's numbers go from 2 to this.
const LARGEST: u64 = 20;

/// An error in the contest's input, with its place.
pub type ContestError = contest::ContestError<ContestProblem>;

/// What is wrong with a line of the contest's input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ContestProblem {
    /// A word.
    #[error(transparent)]
    Word(#[from] WordProblem),
    /// A number after the last.
    #[error("{promised} numbers were promised, and `{}` is one more", beginning(.word))]
    More {
        /// How many there should be.
        promised: u64,
        /// The word.
        word: String,
    },
    /// Too few numbers.
    #[error("{promised} numbers were promised, and the line ends after {found}")]
    Fewer {
        /// How many there should be.
        promised: u64,
        /// How many there are.
        found: u64,
    },
    /// A number that has occurred before.
    #[error("{0} appears twice")]
    Twice(u64),
    /// The numbers are not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Reads the contest's input.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContestReader;

impl contest::ContestReader for ContestReader {
    type Position = Position;
    type Problem = ContestProblem;

    const IS_CLOSED: bool = true;

    fn read(&mut self, line: usize, text: &str) -> Result<Read<Position>, ContestError> {
        let mut words = words(line, text);
        let Some(word) = words.next() else { return Ok(Read::More) };
        let promised = word.number(0..=LARGEST, "how many numbers follow")?;
        if promised == 0 {
            let more = words.next();
            return more
                .map_or(Ok(Read::End), |word| Err(word.after("the `0` that closes the input")));
        }
        let (mut mask, mut found) = (0u64, 0);
        for word in words {
            if found == promised {
                let more = word.text.to_owned();
                return Err(word.error(ContestProblem::More { promised, word: more }));
            }
            let number = word.number(2..=LARGEST, "an available number")?;
            if mask >> number & 1 == 1 {
                return Err(word.error(ContestProblem::Twice(number)));
            }
            mask |= 1 << number;
            found += 1;
        }
        if found < promised {
            let end = text.len() + 1;
            return Err(ContestError::at(line, end, ContestProblem::Fewer { promised, found }));
        }
        let position = Position::from_mask(mask);
        position.map(Read::Case).map_err(|error| ContestError::in_line(line, error))
    }

    fn end(&mut self, _: usize) -> Result<Option<Position>, ContestError> {
        Ok(None)
    }
}
