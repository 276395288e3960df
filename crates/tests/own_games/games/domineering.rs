//! Domineering: one player places dominoes upright, the other one flat; who cannot place one has lost.

use perfectplay_tables::solve::Game;

pub(crate) struct Domineering {
    pub(crate) size: u32,
}

/// The cells that are covered as bits, and whether the player to move places dominoes flat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Board {
    cells: u64,
    is_flat: bool,
}

impl Game for Domineering {
    type Position = Board;
    type Move = String;

    fn name(&self) -> String {
        format!("domineering-{0}x{0}", self.size)
    }

    fn start(&self) -> Board {
        Board { cells: 0, is_flat: false }
    }

    fn pack(&self, board: Board) -> u64 {
        board.cells << 1 | u64::from(board.is_flat)
    }

    fn unpack(&self, word: u64) -> Board {
        Board { cells: word >> 1, is_flat: word & 1 == 1 }
    }

    fn moves(&self, board: Board, mut each: impl FnMut(String, Board)) {
        let size = self.size;
        let step = if board.is_flat { 1 } else { size };
        for cell in 0..size * size {
            let fits =
                if board.is_flat { cell % size + 1 < size } else { cell + size < size * size };
            let domino = 1 << cell | 1 << (cell + step);
            if fits && board.cells & domino == 0 {
                let (row, column) = (cell / size, cell % size);
                let cells = board.cells | domino;
                each(format!("{row},{column}"), Board { cells, is_flat: !board.is_flat });
            }
        }
    }
}
