//! Domineering and Cram: put a domino on two empty cells. Who cannot has lost.
//!
//! In Cram both players put dominoes either way. In Domineering the first player's stand, and the second player's lie.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::{self, Grid, Path, Way, bits, choice, parts, set};

/// Cram, of which Grundy values are known.
#[derive(Clone, Copy, Debug)]
pub struct Cram {
    /// The board.
    pub grid: Grid,
}

/// Domineering.
#[derive(Clone, Copy, Debug)]
pub struct Domineering {
    /// The board.
    pub grid: Grid,
}

const STANDING: Way = (0, 1);
const LYING: Way = (1, 0);

/// The dominoes that fit, and the cells that are full then.
fn dominoes(grid: Grid, full: u32, way: Way) -> impl Iterator<Item = (Path, u32)> {
    let pairs = bits(grid.all() & !full).filter_map(move |it| Some([it, grid.step(it, way)?]));
    let free = pairs.filter(move |pair| full & set(*pair) == 0);
    free.map(move |pair| (grid.path(pair), full | set(pair)))
}

impl Game for Cram {
    /// The full cells.
    type Position = [u32; 1];
    type Move = Path;
    boards::sets!(self, self.grid, "X", self.grid.symmetries());

    fn name(&self) -> String {
        format!("cram-{}", self.grid)
    }

    fn start(&self) -> [u32; 1] {
        [0]
    }

    fn moves(&self, [full]: [u32; 1], mut each: impl FnMut(Path, [u32; 1])) {
        let all = [STANDING, LYING].into_iter().flat_map(|way| dominoes(self.grid, full, way));
        all.for_each(|(text, full)| each(text, [full]));
    }

    fn values(&self) -> Values {
        Values::Grundy
    }

    fn rules(&self) -> &str {
        "Put a domino on two empty cells. Who cannot has lost."
    }
}

/// How the next domino is put.
const WAYS: [&str; 2] = ["standing", "lying"];

impl Game for Domineering {
    /// The full cells, and 1 if the second player is to move.
    type Position = [u32; 2];
    type Move = Path;
    boards::packed!();

    fn name(&self) -> String {
        format!("domineering-{}", self.grid)
    }

    fn start(&self) -> [u32; 2] {
        [0, 0]
    }

    fn moves(&self, [full, second]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        let way = if second == 0 { STANDING } else { LYING };
        dominoes(self.grid, full, way).for_each(|(text, full)| each(text, [full, 1 - second]));
    }

    fn canonical(&self, [full, second]: [u32; 2]) -> [u32; 2] {
        let [least] = self.grid.least([full], 0..4);
        [least, second]
    }

    fn show(&self, [full, second]: [u32; 2]) -> String {
        format!("{} {}", self.grid.show([full], "X"), WAYS[second as usize])
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        let [board, way] = parts(text)?;
        let [full] = self.grid.read(board, "X")?;
        Ok([full, choice(&WAYS, way)?])
    }

    fn rules(&self) -> &str {
        "Put a domino on two empty cells; the first player's stand, the second player's lie. Who cannot has lost."
    }
}
