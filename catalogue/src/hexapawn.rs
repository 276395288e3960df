//! Hexapawn, by Martin Gardner: a row of pawns each, which step ahead to an empty cell, and capture diagonally ahead.
//!
//! Who reaches the farthest row has won. Who cannot move has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, OneSided, Path, bits};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Hexapawn {
    /// The board.
    pub grid: Grid,
}

impl Game for Hexapawn {
    /// The cells of the player to move, W, who goes up, and of the opponent.
    type Position = [u32; 2];
    type Move = Path;
    boards::sets!(self, self.grid, "Wb", 0..2);

    fn name(&self) -> String {
        format!("hexapawn-{}", self.grid)
    }

    fn start(&self) -> [u32; 2] {
        [self.grid.row(self.grid.height - 1), self.grid.row(0)]
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        for from in bits(own) {
            let ahead = self.grid.beside(from, &[(0, -1)]) & !(own | other);
            let captures = self.grid.beside(from, &[(-1, -1), (1, -1)]) & other;
            for to in bits(ahead | captures) {
                let after = [boards::moved(own, from, to), other & !(1 << to)];
                each(self.grid.path([from, to]), self.other_side(after));
            }
        }
    }

    fn end(&self, [_, other]: [u32; 2]) -> Option<End> {
        (other & self.grid.row(self.grid.height - 1) != 0).then_some(End::Loss)
    }

    fn rules(&self) -> &str {
        "Pawns step ahead and capture diagonally. Reach the farthest row, or leave the opponent without a move."
    }
}

boards::one_sided!(Hexapawn, "W", "b", grid);
