//! Hexapawn, by Martin Gardner: a row of pawns each, which step ahead to an empty cell, and capture diagonally ahead.
//!
//! Who reaches the farthest row has won. Who cannot move has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, bits};

/// The game on a board of this size.
#[derive(Clone, Copy, Debug)]
pub struct Hexapawn {
    /// How many columns it has.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
}

impl Hexapawn {
    const fn grid(&self) -> Grid {
        Grid::new(self.width, self.height)
    }
}

impl Game for Hexapawn {
    /// The cells of the player to move, who goes up, and of the opponent.
    type Position = [u32; 2];
    type Move = String;

    fn name(&self) -> String {
        format!("hexapawn-{}x{}", self.width, self.height)
    }

    fn start(&self) -> [u32; 2] {
        [self.grid().row(self.height - 1), self.grid().row(0)]
    }

    fn pack(&self, sets: [u32; 2]) -> u64 {
        boards::pack(sets)
    }

    fn unpack(&self, word: u64) -> [u32; 2] {
        boards::unpack(word)
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(String, [u32; 2])) {
        let grid = self.grid();
        for from in bits(own) {
            for right in -1..=1 {
                let targets = if right == 0 { !(own | other) } else { other };
                let to = grid.step(from, (right, -1)).filter(|to| targets >> to & 1 == 1);
                if let Some(to) = to {
                    let after = [other & !(1 << to), own & !(1 << from) | 1 << to];
                    each(grid.name(from) + &grid.name(to), after.map(|set| grid.turned(set)));
                }
            }
        }
    }

    fn end(&self, [_, other]: [u32; 2]) -> Option<End> {
        (other & self.grid().row(self.height - 1) != 0).then_some(End::Loss)
    }

    fn canonical(&self, sets: [u32; 2]) -> [u32; 2] {
        self.grid().least(sets, 0..2)
    }

    /// The board from the side of the player to move, whose pawns are W.
    fn show(&self, sets: [u32; 2]) -> String {
        self.grid().show(sets, "Wb")
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        Ok(self.grid().read(text, "Wb")?)
    }

    fn rules(&self) -> &str {
        "Pawns step ahead and capture diagonally. Reach the farthest row, or leave the opponent without a move."
    }
}
