//! Col, by Colin Vout, and Snort, by Simon Norton: two players colour empty cells of a board, each in one colour.
//!
//! In Col cells side by side must not have the same colour, in Snort not both colours. Who cannot colour a cell has lost.

use perfectplay_tables::solve::{Game, ReadError};

use crate::boards::{self, Grid, Path, STRAIGHT, bits, in_turn};

/// One of the games.
#[derive(Clone, Copy, Debug)]
pub struct Colouring {
    /// The board.
    pub grid: Grid,
    /// Whether it is Snort.
    pub is_snort: bool,
}

impl Game for Colouring {
    /// The cells of the player to move, and of the opponent.
    type Position = [u32; 2];
    type Move = Path;
    boards::packed!();

    fn name(&self) -> String {
        format!("{}-{}", if self.is_snort { "snort" } else { "col" }, self.grid)
    }

    fn start(&self) -> [u32; 2] {
        [0, 0]
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        let hindering = if self.is_snort { other } else { own };
        for cell in bits(self.grid.all() & !(own | other)) {
            if self.grid.beside(cell, &STRAIGHT) & hindering == 0 {
                each(self.grid.path([cell]), [other, own | 1 << cell]);
            }
        }
    }

    fn canonical(&self, sets: [u32; 2]) -> [u32; 2] {
        self.grid.least(sets, self.grid.symmetries())
    }

    /// X are the cells of the player who begins.
    fn show(&self, sets: [u32; 2]) -> String {
        self.grid.show(in_turn(sets), "XO")
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        Ok(in_turn(self.grid.read(text, "XO")?))
    }

    fn rules(&self) -> &str {
        if self.is_snort {
            "Colour a cell that is not beside one of the opponent's. Who cannot has lost."
        } else {
            "Colour a cell that is not beside one of yours. Who cannot has lost."
        }
    }
}
