//! One board in the contest's format: `m n`, then m rows of n letters, `.` a free cell, `#` a
//! removed one, `P` a piece.

use std::iter::Enumerate;
use std::str::Lines;

use thiserror::Error;

use super::board::{Board, Cell, MAX_SIDE};
use crate::text::quoted;

/// What is wrong with a board's text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}{}: {problem}", .column.map(|column| format!(", column {column}")).unwrap_or_default())]
pub struct ContestError {
    /// From 1.
    pub line: usize,
    /// From 1, in characters; none if it is the whole line.
    pub column: Option<usize>,
    /// What was found and what was expected.
    pub problem: ContestProblem,
}

/// What is wrong with a board's text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContestProblem {
    /// There are only empty lines.
    #[error("the input ends where the numbers of rows and columns should be")]
    Empty,
    /// A word that is no side of a board.
    #[error("{} is not the number of {sides}, 1 to {MAX_SIDE}", quoted(.word))]
    Side {
        /// What stands there.
        word: String,
        /// `rows` or `columns`.
        sides: &'static str,
    },
    /// A first line without both numbers.
    #[error("the line ends where the number of {sides} should be, 1 to {MAX_SIDE}")]
    NoSide {
        /// `rows` or `columns`.
        sides: &'static str,
    },
    /// A word after the two numbers.
    #[error("{} is one word too many", quoted(.word))]
    Word {
        /// What stands there.
        word: String,
    },
    /// Too few rows.
    #[error("the input ends where row {row} of {rows} should be")]
    NoRow {
        /// The first one missing, from 0.
        row: usize,
        /// How many there should be.
        rows: usize,
    },
    /// A letter that means nothing.
    #[error("{} is not . (empty), # (removed) or P", quoted(&.found.to_string()))]
    Letter {
        /// The letter.
        found: char,
    },
    /// A row of another length.
    #[error("row {row} has {found} cells instead of {expected}")]
    RowLength {
        /// Which one, from 0.
        row: usize,
        /// Its cells.
        found: usize,
        /// The number of columns.
        expected: usize,
    },
    /// Neither two pieces nor none.
    #[error(
        "{found} {} `P` on the board; expected two, or none",
        if *.found == 1 { "piece" } else { "pieces" }
    )]
    Pieces {
        /// How many.
        found: usize,
    },
    /// Something after the last row.
    #[error("{} after the last row; expected the end of the input", quoted(.text))]
    Extra {
        /// The line.
        text: String,
    },
}

impl ContestProblem {
    fn in_line(self, line: usize) -> ContestError {
        ContestError { line, column: None, problem: self }
    }

    fn at(self, line: usize, column: usize) -> ContestError {
        ContestError { line, column: Some(column), problem: self }
    }
}

impl Board {
    /// Reads one board in the contest's format, but up to 64 × 64. Two pieces may stand on it,
    /// on free cells, and where does not matter. Empty lines before and after it do not matter
    /// either.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn from_contest(text: &str) -> Result<Self, ContestError> {
        let mut lines = text.lines().enumerate();
        let (line, words) = lines
            .find(|(_, words)| !words.trim().is_empty())
            .ok_or_else(|| ContestProblem::Empty.in_line(text.lines().count() + 1))?;
        let (rows, columns) = read_size(line + 1, words)?;
        let mut board = Self::new(rows, columns).expect("both sides are 1 to 64");
        let pieces = read_rows(&mut lines, line + 1, &mut board)?;
        let last = line + 1 + rows;
        if !matches!(pieces, 0 | 2) {
            return Err(ContestProblem::Pieces { found: pieces }.in_line(last));
        }
        match lines.find(|(_, text)| !text.trim().is_empty()) {
            None => Ok(board),
            Some((line, text)) => {
                Err(ContestProblem::Extra { text: text.trim().to_owned() }.in_line(line + 1))
            }
        }
    }

    /// The text of the board in the contest's format, without pieces.
    #[must_use]
    pub fn to_contest(&self) -> String {
        let mut text = format!("{} {}\n", self.rows(), self.columns());
        text += &self.to_string().replace('/', "\n");
        text.push('\n');
        text
    }
}

/// The two numbers of the first line.
fn read_size(line: usize, text: &str) -> Result<(usize, usize), ContestError> {
    let column = |word: &str| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        text[..before].chars().count() + 1
    };
    let mut words = text.split_whitespace();
    let mut side = |sides| {
        let Some(word) = words.next() else {
            let end = text.trim_end().chars().count() + 1;
            return Err(ContestProblem::NoSide { sides }.at(line, end));
        };
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let side = word.parse().ok().filter(|side| digits && (1..=MAX_SIDE).contains(side));
        side.ok_or_else(|| {
            ContestProblem::Side { word: word.to_owned(), sides }.at(line, column(word))
        })
    };
    let size = (side("rows")?, side("columns")?);
    match words.next() {
        None => Ok(size),
        Some(word) => Err(ContestProblem::Word { word: word.to_owned() }.at(line, column(word))),
    }
}

/// Removes the cells that the rows behind line `before` say, and counts the pieces.
fn read_rows(
    lines: &mut Enumerate<Lines<'_>>,
    before: usize,
    board: &mut Board,
) -> Result<usize, ContestError> {
    let (rows, columns) = (board.rows(), board.columns());
    let mut pieces = 0;
    for row in 0..rows {
        let line = before + 1 + row;
        let Some((_, text)) = lines.next() else {
            return Err(ContestProblem::NoRow { row, rows }.in_line(line));
        };
        let text = text.trim_end();
        for (column, found) in text.chars().enumerate() {
            match found {
                '.' => {}
                'P' => pieces += 1,
                '#' if column < columns => {
                    board.set_free(Cell::new(row as u8, column as u8), false);
                }
                '#' => {}
                found => return Err(ContestProblem::Letter { found }.at(line, column + 1)),
            }
        }
        let found = text.chars().count();
        if found != columns {
            let problem = ContestProblem::RowLength { row, found, expected: columns };
            return Err(problem.in_line(line));
        }
    }
    Ok(pieces)
}
