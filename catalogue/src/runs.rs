//! Runs, by the problem 682 of the UVa judge: take adjacent full cells of a row or a column. Who takes the last one has lost.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::{self, Grid, Path, bits};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    /// The board, full at first.
    pub grid: Grid,
}

impl Game for Runs {
    /// The full cells.
    type Position = [u32; 1];
    type Move = Path;
    boards::sets!(self, self.grid, "X", self.grid.symmetries());

    fn name(&self) -> String {
        format!("runs-{}", self.grid)
    }

    fn start(&self) -> [u32; 1] {
        [self.grid.all()]
    }

    fn moves(&self, [full]: [u32; 1], mut each: impl FnMut(Path, [u32; 1])) {
        for from in bits(full) {
            each(self.grid.path([from]), [full & !(1 << from)]);
            for way in [(1, 0), (0, 1)] {
                let mut left = full & !(1 << from);
                for to in self.grid.ray(from, way).take_while(|to| full >> to & 1 == 1) {
                    left &= !(1 << to);
                    each(self.grid.path([from, to]), [left]);
                }
            }
        }
    }

    fn values(&self) -> Values {
        Values::Misere
    }

    fn rules(&self) -> &str {
        "Take adjacent cells of a row or column. Who takes the last one has lost."
    }
}
