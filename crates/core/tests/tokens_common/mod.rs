//! Boards for the tests of tokens.
#![allow(dead_code, clippy::unwrap_used)]

use perfectplay_core::tokens::{Board, Cell, Pair, Position};

/// A small pseudorandom generator (xorshift64*) with the same numbers in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound as u64) as usize
    }
}

/// The board whose free cells are the bits of a mask, row by row.
pub(crate) fn board_of(rows: usize, columns: usize, mask: u64) -> Board {
    let mut board = Board::new(rows, columns).unwrap();
    for cell in 0..rows * columns {
        let at = Cell::new((cell / columns) as u8, (cell % columns) as u8);
        board.set_free(at, mask >> cell & 1 != 0);
    }
    board
}

/// A board on which each cell is removed with a probability in percent.
pub(crate) fn random_board(
    rows: usize,
    columns: usize,
    removed: usize,
    random: &mut Random,
) -> Board {
    let mut board = Board::new(rows, columns).unwrap();
    let cells: Vec<Cell> = board.cells().collect();
    for cell in cells {
        board.set_free(cell, random.below(100) >= removed);
    }
    board
}

/// All pairs of free cells, by definition.
pub(crate) fn pairs(board: &Board) -> Vec<Pair> {
    let cells: Vec<Cell> = board.cells().collect();
    let mut pairs = Vec::new();
    for (number, &one) in cells.iter().enumerate() {
        pairs.extend(cells[number + 1..].iter().map(|&other| Pair::new(one, other).unwrap()));
    }
    pairs
}

/// A start from its text.
pub(crate) fn position(text: &str) -> Position {
    text.parse().unwrap()
}
