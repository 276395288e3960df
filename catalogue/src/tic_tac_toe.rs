//! Tic-tac-toe on `size` × `size` cells: a full row, column or diagonal wins.

use perfectplay_tables::solve::{End, Game};

/// The game on a square board.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe {
    /// How many rows and columns it has.
    pub size: u32,
}

/// The cells of the player to move, and of the opponent, as bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Board {
    own: u32,
    other: u32,
}

impl TicTacToe {
    fn has_won(&self, cells: u32) -> bool {
        let size = self.size;
        let line =
            |first: u32, step: u32| (0..size).fold(0, |line, i| line | 1 << (first + i * step));
        let is_full = |line| cells & line == line;
        (0..size).any(|i| is_full(line(i * size, 1)) || is_full(line(i, size)))
            || is_full(line(0, size + 1))
            || is_full(line(size - 1, size - 1))
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = u32;

    fn name(&self) -> String {
        format!("tictactoe-{0}x{0}", self.size)
    }

    fn start(&self) -> Board {
        Board { own: 0, other: 0 }
    }

    fn pack(&self, board: Board) -> u64 {
        u64::from(board.own) << 32 | u64::from(board.other)
    }

    fn unpack(&self, word: u64) -> Board {
        Board { own: (word >> 32) as u32, other: word as u32 }
    }

    fn moves(&self, board: Board, mut each: impl FnMut(u32, Board)) {
        for cell in
            (0..self.size * self.size).filter(|cell| (board.own | board.other) >> cell & 1 == 0)
        {
            each(cell, Board { own: board.other, other: board.own | 1 << cell });
        }
    }

    fn end(&self, board: Board) -> Option<End> {
        if self.has_won(board.other) {
            return Some(End::Loss);
        }
        let is_full = (board.own | board.other).count_ones() == self.size * self.size;
        is_full.then_some(End::Draw)
    }
}
