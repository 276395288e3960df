//! Boards for the tests of tokens, and what they share.

use fastrand::Rng;
use perfectplay_core::control::Control;
use perfectplay_core::{Outcome, Rules};
use perfectplay_games::tokens::{
    Answer, Board, Cell, Move, Pair, Position, Reader, SolvedBoard, Tokens, check, rules,
};

mod certificate;
mod entries;
mod family;
mod texts;
mod values;

/// The board whose free cells are the bits of a mask, row by row.
fn board_of(rows: usize, columns: usize, mask: u64) -> Board {
    let mut board = Board::new(rows, columns).unwrap();
    for cell in 0..rows * columns {
        let at = Cell::new((cell / columns) as u8, (cell % columns) as u8);
        board.set_free(at, mask >> cell & 1 != 0);
    }
    board
}

/// A board on which each cell is removed with a probability in percent.
fn random_board(rows: usize, columns: usize, removed: usize, random: &mut Rng) -> Board {
    let mut board = Board::new(rows, columns).unwrap();
    let cells: Vec<Cell> = board.cells().collect();
    for cell in cells {
        board.set_free(cell, random.usize(..100) >= removed);
    }
    board
}

/// All pairs of free cells, by definition.
fn pairs(board: &Board) -> Vec<Pair> {
    let cells: Vec<Cell> = board.cells().collect();
    let mut pairs = Vec::new();
    for (number, &one) in cells.iter().enumerate() {
        pairs.extend(cells[number + 1..].iter().map(|&other| Pair::new(one, other).unwrap()));
    }
    pairs
}

/// A start from its text.
fn position(text: &str) -> Position {
    text.parse().unwrap()
}
