//! Breakthrough, by Dan Troyka: two rows of pawns each step straight or diagonally ahead to empty cells, and capture
//! diagonally only. Who reaches the farthest row has won, and who has no piece or no move has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, OneSided, Path, bits};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    /// The board, of at least four rows.
    pub grid: Grid,
}

impl Game for Breakthrough {
    /// The cells of the player to move, W, who goes up, and of the opponent.
    type Position = [u32; 2];
    type Move = Path;
    boards::sets!(self, self.grid, "Wb", 0..2);

    fn name(&self) -> String {
        format!("breakthrough-{}", self.grid)
    }

    fn start(&self) -> [u32; 2] {
        let other = self.grid.row(0) | self.grid.row(1);
        [self.grid.turned(other), other]
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        for from in bits(own) {
            let ahead = self.grid.beside(from, &[(0, -1)]) & !other;
            let aside = self.grid.beside(from, &[(-1, -1), (1, -1)]);
            for to in bits((ahead | aside) & !own) {
                let after = [boards::moved(own, from, to), other & !(1 << to)];
                each(self.grid.path([from, to]), self.other_side(after));
            }
        }
    }

    fn end(&self, [_, other]: [u32; 2]) -> Option<End> {
        (other & self.grid.row(self.grid.height - 1) != 0).then_some(End::Loss)
    }

    /// A move brings a pawn one row on; one that is captured was at most `height` rows on.
    fn stage(&self, [own, other]: [u32; 2]) -> u32 {
        let taken = 4 * self.grid.width - (own | other).count_ones();
        let rows = |pawns: u32| bits(pawns).map(|cell| cell / self.grid.width).sum::<u32>();
        taken * (self.grid.height + 1) + rows(self.grid.turned(own)) + rows(other)
    }

    fn rules(&self) -> &str {
        "Pawns step ahead, straight or diagonally, and capture diagonally. Reach the farthest row."
    }
}

boards::one_sided!(Breakthrough, "W", "b", grid);
