//! Node Kayles on the graph of a board: take a free cell, after which those beside it are not free either. Who cannot has lost.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::{self, Grid, Path, STRAIGHT, bits};

/// The game, of which Grundy values are known.
#[derive(Clone, Copy, Debug)]
pub struct NodeKayles {
    /// The board.
    pub grid: Grid,
}

impl Game for NodeKayles {
    /// The free cells.
    type Position = [u32; 1];
    type Move = Path;
    boards::sets!(self, self.grid, "o", self.grid.symmetries());

    fn name(&self) -> String {
        format!("nodekayles-{}", self.grid)
    }

    fn start(&self) -> [u32; 1] {
        [self.grid.all()]
    }

    fn moves(&self, [free]: [u32; 1], mut each: impl FnMut(Path, [u32; 1])) {
        for cell in bits(free) {
            each(self.grid.path([cell]), [free & !(1 << cell | self.grid.beside(cell, &STRAIGHT))]);
        }
    }

    fn values(&self) -> Values {
        Values::Grundy
    }

    fn rules(&self) -> &str {
        "Take a free cell; those beside it are not free any more. Who cannot has lost."
    }
}
