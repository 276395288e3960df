//! The input of the contest Codeforces 424E: the number of levels, then a line of three letters for each,
//! bottom first.

use std::mem;

use super::{Color, Level, Place, Position};
use crate::contest::{self, ContestError, LineResult, Word, no_more, words};
use perfectplay_core::text::beginning;

/// Reads the contest's input, which is one case.
#[derive(Clone, Debug, Default)]
pub struct ContestReader {
    promised: Option<usize>,
    levels: Vec<Level>,
}

impl contest::ContestReader for ContestReader {
    type Position = Position;

    const IS_CLOSED: bool = false;

    fn read(&mut self, line: usize, text: &str) -> Result<LineResult<Position>, ContestError> {
        let mut words = words(line, text);
        let Some(word) = words.next() else { return Ok(LineResult::More) };
        match self.promised {
            None => self.promised = Some(word.number(2..=6, "the number of levels")? as usize),
            Some(levels) if self.levels.len() == levels => {
                return Err(word.after("the last level"));
            }
            Some(_) => self.levels.push(read_level(self.levels.len() + 1, word)?),
        }
        no_more(words)?;
        Ok(LineResult::More)
    }

    fn end(&mut self, line: usize) -> Result<Option<Position>, ContestError> {
        let read = self.levels.len();
        let missing = match self.promised {
            None => "the number of levels".to_owned(),
            Some(levels) if read < levels => format!("level {} of {levels}", read + 1),
            Some(_) => {
                let tower = Position::new(mem::take(self).levels);
                return Ok(Some(tower.expect("full levels stand")));
            }
        };
        Err(ContestError::ends(line, missing))
    }
}

/// A full level.
fn read_level(number: usize, word: Word<'_>) -> Result<Level, ContestError> {
    let mut level = Level::default();
    for (found, place) in word.text.chars().zip(Place::ALL) {
        let color = Color::ALL.into_iter().find(|color| color.letter() == found);
        let color = color.ok_or_else(|| {
            let (place, found) = (place.name(), found.escape_debug());
            word.error(format_args!("level {number}, {place} place: `{found}` is not R, G or B"))
        })?;
        level = level.with(place, Some(color));
    }
    match word.text.chars().count() {
        3 => Ok(level),
        found => {
            let (text, blocks) =
                (beginning(word.text), if found == 1 { "block" } else { "blocks" });
            Err(word
                .error(format_args!("level {number} has {found} {blocks} (`{text}`) instead of 3")))
        }
    }
}
