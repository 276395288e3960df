//! The contest's format p4363: `n m`, then n rows of a and n rows of b; numbers are separated by
//! any white space.

use super::board::{Board, CONTEST_SCORE, CONTEST_SIDE};
use super::error::MAX_SCORE;
use crate::staircase::MAX_SIDE;
use thiserror::Error;

/// An error in a contest input, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct ContestError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The error: what was found and what was expected.
    pub problem: ContestProblem,
}

/// An error in a contest input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ContestProblem {
    /// The input ends where this number was expected.
    #[error("the input ends where {0} should be")]
    Missing(ContestNumber),
    /// This word was found where that number was expected.
    #[error("`{0}` where {1} was expected")]
    Unexpected(String, ContestNumber),
    /// This word follows the last score; the number is how many scores the board has.
    #[error("`{0}` after the last of the board's {1} scores; expected the end of the input")]
    Extra(String, usize),
}

/// A number of the input by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ContestNumber {
    /// n, the number of rows, at most this.
    #[error("the number of rows (1 to {0})")]
    Rows(usize),
    /// m, the number of columns, at most this.
    #[error("the number of columns (1 to {0})")]
    Columns(usize),
    /// The score of player `'A'` or `'B'` for the cell at a row and column (0-based), at most this.
    #[error("the score of player {0} at row {1}, column {2} (0 to {3})")]
    Score(char, usize, usize, u32),
}

impl Board {
    /// Reads one board in the contest's format: 1 ≤ n, m ≤ 10, scores 0 to 100,000, nothing after
    /// the last score.
    ///
    /// # Errors
    /// The first error, with its place. Reading stops there, and at most 200 scores are kept, so a
    /// hostile input costs little memory.
    pub fn from_contest(text: &str) -> Result<Board, ContestError> {
        Board::read(text, CONTEST_SIDE, CONTEST_SCORE)
    }

    /// Reads one board in the contest's format with the limits of [`Board`] instead of the
    /// contest's: sides up to 16, scores up to 2³¹ − 1.
    ///
    /// # Errors
    /// As [`Board::from_contest`]; at most 512 scores are kept.
    pub fn from_text(text: &str) -> Result<Board, ContestError> {
        Board::read(text, MAX_SIDE, MAX_SCORE)
    }

    fn read(text: &str, side: usize, score: u32) -> Result<Board, ContestError> {
        let mut words = Words { rest: text, line: 1, column: 1 };
        let rows = words.number(ContestNumber::Rows(side), 1, side as u32)? as usize;
        let columns = words.number(ContestNumber::Columns(side), 1, side as u32)? as usize;
        let mut read = |player| -> Result<Vec<u32>, ContestError> {
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            cells
                .map(|(row, column)| {
                    words.number(ContestNumber::Score(player, row, column, score), 0, score)
                })
                .collect()
        };
        let a = read('A')?;
        let b = read('B')?;
        if let Some((word, line, column)) = words.next() {
            return Err(ContestError {
                line,
                column,
                problem: ContestProblem::Extra(shown(word), 2 * rows * columns),
            });
        }
        Ok(Board::from_cells(rows, columns, a.into_iter().zip(b).collect()))
    }

    /// The text of this board in the contest's format. [`Board::from_contest`] reads it if sides
    /// and scores are within the contest's limits, [`Board::from_text`] always.
    pub fn to_contest(&self) -> String {
        let mut text = format!("{} {}\n", self.rows(), self.columns());
        let line = |row: usize, score: fn((u32, u32)) -> u32| {
            let words: Vec<String> =
                (0..self.columns()).map(|c| score(self.cell(row, c)).to_string()).collect();
            words.join(" ") + "\n"
        };
        text.extend((0..self.rows()).map(|row| line(row, |(a, _)| a)));
        text.extend((0..self.rows()).map(|row| line(row, |(_, b)| b)));
        text
    }
}

/// The words of a text, with their places.
struct Words<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Words<'a> {
    /// The next word, its line and column.
    fn next(&mut self) -> Option<(&'a str, usize, usize)> {
        let start = self.rest.find(|c: char| !c.is_whitespace()).unwrap_or(self.rest.len());
        for c in self.rest[..start].chars() {
            match c {
                '\n' => (self.line, self.column) = (self.line + 1, 1),
                _ => self.column += 1,
            }
        }
        let after = &self.rest[start..];
        let (word, rest) = after.split_at(after.find(char::is_whitespace).unwrap_or(after.len()));
        let place = (self.line, self.column);
        self.column += word.chars().count();
        self.rest = rest;
        (!word.is_empty()).then_some((word, place.0, place.1))
    }

    fn number(
        &mut self,
        expected: ContestNumber,
        least: u32,
        most: u32,
    ) -> Result<u32, ContestError> {
        let Some((word, line, column)) = self.next() else {
            return Err(ContestError {
                line: self.line,
                column: self.column,
                problem: ContestProblem::Missing(expected),
            });
        };
        let number = word.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| ContestError {
            line,
            column,
            problem: ContestProblem::Unexpected(shown(word), expected),
        })
    }
}

/// A word as errors show it: shortened if it is long.
fn shown(word: &str) -> String {
    perfectplay_core::text::shortened(word)
}
