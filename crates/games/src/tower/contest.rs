//! The input of the contest Codeforces 424E: the number of levels, then a line of three letters for each,
//! bottom first.

use std::mem;

use thiserror::Error;

use super::level::{Color, Level, Place};
use super::position::Position;
use crate::contest::{self, Read, Word, WordProblem, no_more, words};
use perfectplay_core::text::beginning;

/// An error in the contest's input, with its place.
pub type ContestError = contest::ContestError<ContestProblem>;

/// What is wrong with the contest's input. Levels are counted from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ContestProblem {
    /// A word.
    #[error(transparent)]
    Word(#[from] WordProblem),
    /// Nothing but empty lines.
    #[error("the input ends where the number of levels should be")]
    Empty,
    /// Too few levels.
    #[error("the input ends where level {level} of {levels} should be")]
    NoLevel {
        /// The first level that is missing.
        level: usize,
        /// The number of levels.
        levels: usize,
    },
    /// A letter that is not a colour.
    #[error("level {level}, {} place: `{}` is not R, G or B", .place.name(), .found.escape_debug())]
    Letter {
        /// The level.
        level: usize,
        /// The place.
        place: Place,
        /// The letter.
        found: char,
    },
    /// A level that is not full, or more than that.
    #[error(
        "level {level} has {found} {} (`{}`) instead of 3",
        if *.found == 1 { "block" } else { "blocks" }, beginning(.word)
    )]
    Blocks {
        /// The level.
        level: usize,
        /// The number of its blocks.
        found: usize,
        /// The blocks.
        word: String,
    },
}

/// Reads the contest's input, which is one case.
#[derive(Clone, Debug, Default)]
pub struct ContestReader {
    promised: Option<usize>,
    levels: Vec<Level>,
}

impl contest::ContestReader for ContestReader {
    type Position = Position;
    type Problem = ContestProblem;

    const IS_CLOSED: bool = false;

    fn read(&mut self, line: usize, text: &str) -> Result<Read<Position>, ContestError> {
        let mut words = words(line, text);
        let Some(word) = words.next() else { return Ok(Read::More) };
        match self.promised {
            None => self.promised = Some(word.number(2..=6, "the number of levels")? as usize),
            Some(levels) if self.levels.len() == levels => {
                return Err(word.after("the last level"));
            }
            Some(_) => self.levels.push(read_level(self.levels.len() + 1, word)?),
        }
        no_more(words)?;
        Ok(Read::More)
    }

    fn end(&mut self, line: usize) -> Result<Option<Position>, ContestError> {
        let read = self.levels.len();
        let problem = match self.promised {
            None => ContestProblem::Empty,
            Some(levels) if read < levels => ContestProblem::NoLevel { level: read + 1, levels },
            Some(_) => {
                let tower = Position::new(mem::take(self).levels);
                return Ok(Some(tower.expect("full levels stand")));
            }
        };
        Err(ContestError::in_line(line, problem))
    }
}

/// A full level.
fn read_level(number: usize, word: Word<'_>) -> Result<Level, ContestError> {
    let mut level = Level::default();
    for (found, place) in word.text.chars().zip(Place::ALL) {
        let color = Color::ALL.into_iter().find(|color| color.letter() == found);
        let color = color
            .ok_or_else(|| word.error(ContestProblem::Letter { level: number, place, found }))?;
        level = level.with(place, Some(color));
    }
    match word.text.chars().count() {
        3 => Ok(level),
        found => {
            let text = word.text.to_owned();
            Err(word.error(ContestProblem::Blocks { level: number, found, word: text }))
        }
    }
}
