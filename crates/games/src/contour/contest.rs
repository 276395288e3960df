//! The contest's format p4363: `n m`, then n rows of a and n rows of b; numbers are separated by
//! any white space.

use std::fmt::Display;
use std::ops::RangeInclusive;

use perfectplay_core::text::shortened;

use super::board::{Board, CONTEST_SCORE, CONTEST_SIDE};
use super::error::MAX_SCORE;
use crate::contest::ContestError;
use crate::staircase::MAX_SIDE;

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
        let mut words = words(text);
        let mut number = |range: RangeInclusive<u32>, meaning: &dyn Display| {
            let (least, most) = (range.start(), range.end());
            let Some((word, line, column)) = words.next() else {
                let line = text.matches('\n').count() + 1;
                let column = text.chars().rev().take_while(|&c| c != '\n').count() + 1;
                let problem =
                    format_args!("the input ends where {meaning} ({least} to {most}) should be");
                return Err(ContestError::at(line, column, problem));
            };
            let number = word.parse().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| {
                let word = shortened(word);
                let problem =
                    format_args!("`{word}` where {meaning} ({least} to {most}) was expected");
                ContestError::at(line, column, problem)
            })
        };
        let rows = number(1..=side as u32, &"the number of rows")? as usize;
        let columns = number(1..=side as u32, &"the number of columns")? as usize;
        let mut read = |player| -> Result<Vec<u32>, ContestError> {
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            cells
                .map(|(row, column)| {
                    let of =
                        format_args!("the score of player {player} at row {row}, column {column}");
                    number(0..=score, &of)
                })
                .collect()
        };
        let a = read('A')?;
        let b = read('B')?;
        if let Some((word, line, column)) = words.next() {
            let (word, scores) = (shortened(word), 2 * rows * columns);
            let problem = format_args!(
                "`{word}` after the last of the board's {scores} scores; expected the end of the input"
            );
            return Err(ContestError::at(line, column, problem));
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

/// The words of a text, with their lines and columns.
fn words(text: &str) -> impl Iterator<Item = (&str, usize, usize)> {
    text.split('\n').zip(1..).flat_map(|(line, number)| {
        line.split_whitespace().map(move |word| {
            let before = word.as_ptr() as usize - line.as_ptr() as usize;
            (word, number, line[..before].chars().count() + 1)
        })
    })
}
