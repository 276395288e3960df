//! Cases of the contest POJ 1143: a line with the count of available numbers and the numbers; `0` ends the input.

use super::Position;
use crate::contest::{self, ContestError, LineResult, words};
use perfectplay_core::text::beginning;

/// The contest's numbers go from 2 to this.
const LARGEST: u64 = 20;

/// Reads the contest's input.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContestReader;

impl contest::ContestReader for ContestReader {
    type Position = Position;

    const IS_CLOSED: bool = true;

    fn read(&mut self, line: usize, text: &str) -> Result<LineResult<Position>, ContestError> {
        let mut words = words(line, text);
        let Some(word) = words.next() else { return Ok(LineResult::More) };
        let promised = word.number(0..=LARGEST, "how many numbers follow")?;
        if promised == 0 {
            let more = words.next();
            return more.map_or(Ok(LineResult::End), |word| {
                Err(word.after("the `0` that closes the input"))
            });
        }
        let (mut mask, mut found) = (0u64, 0);
        for word in words {
            if found == promised {
                let more = beginning(word.text);
                return Err(word.error(format_args!(
                    "{promised} numbers were promised, and `{more}` is one more"
                )));
            }
            let number = word.number(2..=LARGEST, "an available number")?;
            if mask >> number & 1 == 1 {
                return Err(word.error(format_args!("{number} appears twice")));
            }
            mask |= 1 << number;
            found += 1;
        }
        if found < promised {
            let fewer =
                format_args!("{promised} numbers were promised, and the line ends after {found}");
            return Err(ContestError::at(line, text.len() + 1, fewer));
        }
        let position = Position::from_mask(mask);
        position.map(LineResult::Case).map_err(|error| ContestError::in_line(line, error))
    }

    fn end(&mut self, _: usize) -> Result<Option<Position>, ContestError> {
        Ok(None)
    }
}
