//! Dodgem, by Colin Vout: cars drive across a square board, one player's to the right and the other one's up.
//!
//! The first player's cars begin in the left column, the second player's in the lowest row, and the corner between them is
//! empty. A car moves to an empty cell ahead or at either side of it, and leaves the board ahead. Who has no move, because
//! no car is left or all are blocked, has won. With `blocked_loses` the first player whose cars have all left wins, and who
//! cannot move has lost.

use perfectplay_tables::solve::{End, Game, ReadError, Values};

use crate::boards::{self, Grid, OneSided, Path, Step, bits};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Dodgem {
    /// How many columns and rows the board has, one more than each player has cars.
    pub size: u32,
    /// Whether a player whose cars are blocked has lost.
    pub blocked_loses: bool,
}

/// The symmetry that makes the lowest row of the left column.
const OTHER_SIDE: u32 = 7;

impl Dodgem {
    const fn grid(&self) -> Grid {
        Grid::new(self.size, self.size)
    }
}

impl Game for Dodgem {
    /// The cells of the player to move, X, and of the opponent, as the player sees them who drives to the right.
    type Position = [u32; 2];
    /// The cells, and `-` if the car leaves the board.
    type Move = Step<(Path, &'static str)>;
    boards::sets!(self, self.grid(), "XO");

    fn name(&self) -> String {
        let variant = if self.blocked_loses { "blocked" } else { "" };
        format!("dodgem{variant}-{}", self.grid())
    }

    fn start(&self) -> [u32; 2] {
        let (column, row) = (self.grid().column(0), self.grid().row(self.size - 1));
        [column & !row, row & !column]
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Self::Move, [u32; 2])) {
        let grid = self.grid();
        let mut drive = |cells: &[u32], leaves, own| {
            let text = |(path, leaves)| format!("{path}{leaves}");
            each(Step((grid.path(cells), leaves), text), self.other_side([own, other]));
        };
        for from in bits(own) {
            for to in bits(grid.beside(from, &[(1, 0), (0, -1), (0, 1)]) & !(own | other)) {
                drive(&[from, to], "", boards::moved(own, from, to));
            }
            if grid.step(from, (1, 0)).is_none() {
                drive(&[from], "-", own & !(1 << from));
            }
        }
    }

    fn end(&self, [_, other]: [u32; 2]) -> Option<End> {
        (self.blocked_loses && other == 0).then_some(End::Loss)
    }

    fn values(&self) -> Values {
        if self.blocked_loses { Values::Outcome } else { Values::Misere }
    }

    fn rules(&self) -> &str {
        "Drive your cars off the board on the right; they also move up and down. Do not block all cars of the opponent."
    }
}

impl OneSided for Dodgem {
    fn other_side(&self, [own, other]: [u32; 2]) -> [u32; 2] {
        [other, own].map(|cells| self.grid().moved(cells, OTHER_SIDE))
    }

    fn other_side_move(&self, Step((path, leaves), text): Self::Move) -> Self::Move {
        Step((path.moved(OTHER_SIDE), leaves), text)
    }
}
