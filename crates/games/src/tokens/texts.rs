//! The texts of boards, positions and moves.

use std::fmt;
use std::str::FromStr;

use super::{Board, Cell, MAX_SIDE, Move, MoveError, Pair, Position, PositionError};
use crate::texts::read_cell;

impl FromStr for Board {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        read_rows(text).map(|(board, _)| board)
    }
}

/// The board and the pieces of a text of rows.
fn read_rows(text: &str) -> Result<(Board, Vec<Cell>), PositionError> {
    let mut rows = text.split('/');
    let first = rows.next().unwrap_or_default();
    let columns = first.chars().take(MAX_SIDE + 1).count();
    let mut removed = Vec::new();
    let mut pieces = Vec::new();
    let mut count = 0;
    for (row, line) in [first].into_iter().chain(rows).enumerate() {
        if row == MAX_SIDE {
            return Err(PositionError::TooManyRows);
        }
        let mut found = 0;
        for (column, letter) in line.chars().enumerate() {
            if column == MAX_SIDE {
                return Err(PositionError::LongRow(row));
            }
            let cell = Cell::new(row as u8, column as u8);
            match letter {
                '.' => {}
                '#' => removed.push(cell),
                'P' => pieces.push(cell),
                found => return Err(PositionError::Letter { row, column, found }),
            }
            found = column + 1;
        }
        if found == 0 {
            return Err(PositionError::EmptyRow(row));
        }
        if found != columns {
            return Err(PositionError::RaggedRow { row, found, expected: columns });
        }
        count = row + 1;
    }
    let mut board = Board::new(count, columns).expect("both sides are 1 to 64");
    removed.into_iter().for_each(|cell| board.set_free(cell, false));
    Ok((board, pieces))
}

/// The pair of two pieces of a text, which are at different places of it.
pub(super) fn two_pieces(pieces: &[Cell]) -> Result<Pair, PositionError> {
    match *pieces {
        [first, second] => Ok(Pair::new(first, second).expect("the places differ")),
        [_, _, Cell { row, column }, ..] => {
            Err(PositionError::ThirdPiece { row: row.into(), column: column.into() })
        }
        _ => Err(PositionError::TooFewPieces(pieces.len())),
    }
}

fn read_history(board: &Board, text: &str) -> Result<Vec<Pair>, PositionError> {
    let pairs = text.split(';').map(|word| {
        let pair = word.split_once('+').and_then(|(one, other)| {
            let cell = |text| cell(text).filter(|&cell| on_board(board, cell));
            Pair::new(cell(one)?, cell(other)?)
        });
        pair.ok_or_else(|| PositionError::PairText(word.to_owned()))
    });
    // One more than all pairs at most, as the input may be hostile.
    pairs.take(board.starts() + 1).collect()
}

fn on_board(board: &Board, cell: Cell) -> bool {
    usize::from(cell.row) < board.rows() && usize::from(cell.column) < board.columns()
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let text = text.trim();
        let (rows, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim_start();
        let is_separator = |letter: char| letter == '/' || letter.is_whitespace();
        if !rest.is_empty() && text.chars().all(|c| is_separator(c) || ".#P".contains(c)) {
            let rows: Vec<&str> = text.split(is_separator).filter(|row| !row.is_empty()).collect();
            return Err(PositionError::SpacedRows(rows.join("/")));
        }
        let (board, pieces) = read_rows(rows)?;
        let pieces = two_pieces(&pieces)?;
        let history = match rest.strip_prefix("history:") {
            _ if rest.is_empty() => Vec::new(),
            Some(pairs) => read_history(&board, pairs)?,
            None => return Err(PositionError::Rest(rest.to_owned())),
        };
        Self::with_history(board, pieces, history)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = (self.pieces().first(), self.pieces().second());
        self.board().write(f, |cell| if cell == first || cell == second { "P" } else { "." })?;
        for (number, pair) in self.history().iter().enumerate() {
            write!(f, "{}{pair}", if number == 0 { " history:" } else { ";" })?;
        }
        Ok(())
    }
}

/// What follows the text that is not a move.
const EXPECTED: &str =
    "; expected two neighbouring cells as row,column>row,column, counted from 0, such as `0,0>0,1`";

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let step = text.split_once('>').and_then(|(from, to)| {
            let step = Self { from: cell(from)?, to: cell(to)? };
            step.from.is_next_to(step.to).then_some(step)
        });
        step.ok_or_else(|| MoveError::new(text, EXPECTED))
    }
}

/// A cell of some board.
fn cell(text: &str) -> Option<Cell> {
    let (row, column) = read_cell(text, MAX_SIDE)?;
    Some(Cell::new(row as u8, column as u8))
}
