//! Cases in the contest's format: a line with m and n, then m rows of n letters, `.` for a free
//! cell, `#` for a removed one, `P` for a piece.

use super::texts::two_pieces;
use super::{Board, Cell, MAX_SIDE, Position, PositionError};
use crate::contest::{self, ContestError, LineResult};
use crate::texts::read_number;
use perfectplay_core::text::quoted;

/// The longest side of the contest's boards.
const CONTEST_SIDE: usize = 8;

/// A case that is read line by line.
#[derive(Clone, Debug)]
struct Case {
    board: Board,
    pieces: Vec<Cell>,
    /// The number of rows that were read.
    rows: usize,
}

/// Reads the contest's input, with any empty lines between cases.
#[derive(Clone, Debug, Default)]
pub struct ContestReader {
    case: Option<Case>,
}

impl contest::ContestReader for ContestReader {
    type Position = Position;

    const IS_CLOSED: bool = false;

    fn read(&mut self, line: usize, text: &str) -> Result<LineResult<Position>, ContestError> {
        match &mut self.case {
            None if text.trim().is_empty() => {}
            None => self.case = Some(Case::begin(line, text, CONTEST_SIDE)?),
            Some(case) => case.read_row(line, text)?,
        }
        match self.case.take_if(|case| case.is_complete()) {
            None => Ok(LineResult::More),
            Some(case) => {
                let start = case.start().map(LineResult::Case);
                start.map_err(|error| ContestError::in_line(line, error))
            }
        }
    }

    fn end(&mut self, line: usize) -> Result<Option<Position>, ContestError> {
        self.case.as_ref().map_or(Ok(None), |case| Err(case.cut_off(line)))
    }
}

impl Case {
    /// Begins a case with the line of the two numbers, each up to `most`, which is at most [`MAX_SIDE`].
    fn begin(line: usize, text: &str, most: usize) -> Result<Self, ContestError> {
        let (rows, columns) = read_size(line, text, most)?;
        let board = Board::new(rows, columns).expect("no side is longer than a board's");
        Ok(Self { board, pieces: Vec::new(), rows: 0 })
    }

    /// Whether all rows were read.
    fn is_complete(&self) -> bool {
        self.rows == self.board.rows()
    }

    /// Reads the next row, of those that are left.
    fn read_row(&mut self, line: usize, text: &str) -> Result<(), ContestError> {
        let (row, columns) = (self.rows, self.board.columns());
        for (column, found) in text.trim_end().chars().enumerate() {
            let cell = || Cell::new(row as u8, column as u8);
            match found {
                '.' => {}
                '#' | 'P' if column >= columns => {}
                '#' => self.board.set_free(cell(), false),
                'P' => self.pieces.push(cell()),
                found => {
                    let found = quoted(&found.to_string());
                    let problem = format_args!("{found} is not . (empty), # (removed) or P");
                    return Err(ContestError::at(line, column + 1, problem));
                }
            }
        }
        let found = text.trim_end().chars().count();
        if found != columns {
            let problem = format_args!("row {row} has {found} cells instead of {columns}");
            return Err(ContestError::in_line(line, problem));
        }
        self.rows += 1;
        Ok(())
    }

    /// The error that the input ends in a line where the next row should be.
    fn cut_off(&self, line: usize) -> ContestError {
        ContestError::ends(line, format_args!("row {} of {}", self.rows, self.board.rows()))
    }

    /// The start that was read.
    fn start(&self) -> Result<Position, PositionError> {
        Position::new(self.board.clone(), two_pieces(&self.pieces)?)
    }
}

impl Board {
    /// Reads one board in the contest's format, but up to 64 × 64. If there are two pieces their
    /// cells are free cells of the board. Empty lines before and after it are ignored.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn from_contest(text: &str) -> Result<Self, ContestError> {
        let end = text.lines().count() + 1;
        let mut lines = (1..).zip(text.lines());
        let is_empty = |(_, text): &(usize, &str)| text.trim().is_empty();
        let first = lines.find(|line| !is_empty(line));
        let (mut last, sizes) =
            first.ok_or_else(|| ContestError::ends(end, "the numbers of rows and columns"))?;
        let mut case = Case::begin(last, sizes, MAX_SIDE)?;
        while !case.is_complete() {
            let (line, row) = lines.next().ok_or_else(|| case.cut_off(end))?;
            case.read_row(line, row)?;
            last = line;
        }
        let found = case.pieces.len();
        if !matches!(found, 0 | 2) {
            let pieces = if found == 1 { "piece" } else { "pieces" };
            let problem = format_args!("{found} {pieces} `P` on the board; expected two, or none");
            return Err(ContestError::in_line(last, problem));
        }
        match lines.find(|line| !is_empty(line)) {
            None => Ok(case.board),
            Some((line, text)) => {
                let text = quoted(text.trim());
                let problem =
                    format_args!("{text} after the last row; expected the end of the input");
                Err(ContestError::in_line(line, problem))
            }
        }
    }

    /// The text of the board in the contest's format, without pieces.
    pub fn to_contest(&self) -> String {
        let mut text = format!("{} {}\n", self.rows(), self.columns());
        text += &self.to_string().replace('/', "\n");
        text.push('\n');
        text
    }
}

/// The two numbers of the first line, each up to `most`.
fn read_size(line: usize, text: &str, most: usize) -> Result<(usize, usize), ContestError> {
    let column = |word: &str| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        text[..before].chars().count() + 1
    };
    let mut words = text.split_whitespace();
    let mut side = |sides| {
        let Some(word) = words.next() else {
            let end = text.trim_end().chars().count() + 1;
            let problem =
                format_args!("the line ends where the number of {sides} should be, 1 to {most}");
            return Err(ContestError::at(line, end, problem));
        };
        let side = read_number(word).filter(|side| (1..=most).contains(side));
        side.ok_or_else(|| {
            let quoted = quoted(word);
            let problem = format_args!("{quoted} is not the number of {sides}, 1 to {most}");
            ContestError::at(line, column(word), problem)
        })
    };
    let size = (side("rows")?, side("columns")?);
    match words.next() {
        None => Ok(size),
        Some(word) => {
            let problem = format!("{} is one word too many", quoted(word));
            Err(ContestError::at(line, column(word), problem))
        }
    }
}
