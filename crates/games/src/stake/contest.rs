//! Cases of the contest POJ 3317: n, then n rows of `0`, `1` and `.`; `0` ends the input.

use std::mem;

use super::position::{Position, PositionError};
use crate::contest::{self, ContestError, LineResult, Word, only_word};

/// The most empty cells of the contest's boards.
const CONTEST_CELLS: u32 = 10;

/// Reads the contest's input.
#[derive(Clone, Debug, Default)]
pub struct ContestReader(BoardReader);

/// Reads the same format, with any number of empty cells.
#[derive(Clone, Debug, Default)]
pub struct BoardReader {
    /// The number of rows, once it was read.
    size: Option<usize>,
    rows: Vec<String>,
}

impl contest::ContestReader for ContestReader {
    type Position = Position;

    const IS_CLOSED: bool = true;

    fn read(&mut self, line: usize, text: &str) -> Result<LineResult<Position>, ContestError> {
        let read = self.0.read(line, text)?;
        match &read {
            LineResult::Case(board) => match board.empty_cells().count_ones() {
                1..=CONTEST_CELLS => Ok(read),
                found => Err(ContestError::in_line(
                    line,
                    format_args!(
                        "the board has {found} empty cells, and the contest's have 1 to {CONTEST_CELLS}"
                    ),
                )),
            },
            LineResult::More | LineResult::End => Ok(read),
        }
    }

    fn end(&mut self, line: usize) -> Result<Option<Position>, ContestError> {
        self.0.end(line)
    }
}

impl contest::ContestReader for BoardReader {
    type Position = Position;

    const IS_CLOSED: bool = true;

    fn read(&mut self, line: usize, text: &str) -> Result<LineResult<Position>, ContestError> {
        let Some(word) = only_word(line, text)? else { return Ok(LineResult::More) };
        let Some(size) = self.size else {
            let size = word.number(0..=Position::MAX_SIZE as u64, "the size of a board")?;
            self.size = Some(size as usize);
            return Ok(if size == 0 { LineResult::End } else { LineResult::More });
        };
        check_row(self.rows.len(), size, word)?;
        self.rows.push(word.text.to_owned());
        if self.rows.len() < size {
            return Ok(LineResult::More);
        }
        let board: Result<_, PositionError> = mem::take(self).rows.join("/").parse();
        board.map(LineResult::Case).map_err(|error| ContestError::in_line(line, error))
    }

    fn end(&mut self, line: usize) -> Result<Option<Position>, ContestError> {
        match self.size {
            None => Ok(None),
            Some(rows) => {
                let row = self.rows.len();
                Err(ContestError::ends(line, format_args!("row {row} of {rows}")))
            }
        }
    }
}

fn check_row(row: usize, size: usize, word: Word<'_>) -> Result<(), ContestError> {
    let mut letters = word.text.chars().enumerate();
    if let Some((place, found)) = letters.find(|(_, letter)| !matches!(letter, '0' | '1' | '.')) {
        return Err(word
            .error_in(place, format_args!("`{}` is not 0, 1 or . (empty)", found.escape_debug())));
    }
    match word.text.len() {
        found if found == size => Ok(()),
        found => Err(word.error(format_args!("row {row} has {found} cells instead of {size}"))),
    }
}
