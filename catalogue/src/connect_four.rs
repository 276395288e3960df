//! Connect Four: pieces fall down their column, and four in a line win.

use perfectplay_tables::solve::{End, Game};

/// The game on a board of this size.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    /// How many columns it has.
    pub columns: u32,
    /// How many rows it has.
    pub rows: u32,
}

/// Cells as bits, column by column, each from the bottom up with an empty one on top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Board {
    /// The pieces of the player to move.
    own: u64,
    all: u64,
}

impl ConnectFour {
    /// Where the columns begin.
    fn columns(&self) -> impl Iterator<Item = u32> + use<> {
        let height = self.rows + 1;
        (0..self.columns).map(move |column| column * height)
    }

    fn of_column(&self, cells: u64, first: u32) -> u64 {
        cells >> first & ((1 << (self.rows + 1)) - 1)
    }
}

impl Game for ConnectFour {
    type Position = Board;
    type Move = u32;

    fn name(&self) -> String {
        format!("connect4-{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Board {
        Board { own: 0, all: 0 }
    }

    /// Of each column the own pieces, and a one above all of its pieces.
    fn pack(&self, board: Board) -> u64 {
        self.columns().fold(0, |word, first| {
            word | (self.of_column(board.own, first) + self.of_column(board.all, first) + 1)
                << first
        })
    }

    fn unpack(&self, word: u64) -> Board {
        let mut board = self.start();
        for first in self.columns() {
            let column = self.of_column(word, first);
            let top = column.checked_ilog2().unwrap_or_default();
            board.own |= (column ^ 1 << top) << first;
            board.all |= ((1 << top) - 1) << first;
        }
        board
    }

    fn moves(&self, board: Board, mut each: impl FnMut(u32, Board)) {
        for (column, first) in (1..).zip(self.columns()) {
            let pieces = self.of_column(board.all, first);
            if pieces + 1 < 1 << self.rows {
                let all = board.all | (pieces + 1) << first;
                each(column, Board { own: board.all ^ board.own, all });
            }
        }
    }

    fn end(&self, board: Board) -> Option<End> {
        let other = board.all ^ board.own;
        let height = self.rows + 1;
        for step in [1, height - 1, height, height + 1] {
            let pairs = other & other >> step;
            if pairs & pairs >> (2 * step) != 0 {
                return Some(End::Loss);
            }
        }
        (board.all.count_ones() == self.columns * self.rows).then_some(End::Draw)
    }
}
