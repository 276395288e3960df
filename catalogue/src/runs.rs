//! Runs, by the problem 682 of the UVa judge: take adjacent full cells of a row or a column. Who takes the last one has lost.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::{Grid, bits};

/// The game on a square board, full at first.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    /// How many rows and columns it has.
    pub size: u32,
}

impl Runs {
    const fn grid(&self) -> Grid {
        Grid::new(self.size, self.size)
    }
}

impl Game for Runs {
    /// The full cells.
    type Position = u32;
    type Move = String;

    fn name(&self) -> String {
        format!("runs-{0}x{0}", self.size)
    }

    fn start(&self) -> u32 {
        self.grid().all()
    }

    fn pack(&self, full: u32) -> u64 {
        full.into()
    }

    fn unpack(&self, word: u64) -> u32 {
        word as u32
    }

    fn moves(&self, full: u32, mut each: impl FnMut(String, u32)) {
        let grid = self.grid();
        for from in bits(full) {
            each(grid.name(from), full & !(1 << from));
            for way in [(1, 0), (0, 1)] {
                let mut left = full & !(1 << from);
                for to in grid.ray(from, way).take_while(|to| full >> to & 1 == 1) {
                    left &= !(1 << to);
                    each(grid.name(from) + &grid.name(to), left);
                }
            }
        }
    }

    fn canonical(&self, full: u32) -> u32 {
        let [least] = self.grid().least([full], self.grid().symmetries());
        least
    }

    fn values(&self) -> Values {
        Values::Misere
    }

    fn show(&self, full: u32) -> String {
        self.grid().show([full], "X")
    }

    fn read(&self, text: &str) -> Result<u32, ReadError> {
        let [full] = self.grid().read(text, "X")?;
        Ok(full)
    }

    fn rules(&self) -> &str {
        "Take adjacent cells of a row or column. Who takes the last one has lost."
    }
}
