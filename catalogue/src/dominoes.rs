//! Domineering and Cram: put a domino on two empty cells. Who cannot has lost.
//!
//! In Cram both players put dominoes either way. In Domineering the first player's stand, and the second player's lie.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::{self, Grid, bits};

/// Cram, of which Grundy values are known.
#[derive(Clone, Copy, Debug)]
pub struct Cram {
    /// How many columns the board has.
    pub width: u32,
    /// How many rows the board has.
    pub height: u32,
}

/// Domineering.
#[derive(Clone, Copy, Debug)]
pub struct Domineering {
    /// How many columns the board has.
    pub width: u32,
    /// How many rows the board has.
    pub height: u32,
}

/// Calls `each` with every domino that fits, which stands or lies, and the cells that are full then.
fn dominoes(grid: Grid, full: u32, stands: bool, mut each: impl FnMut(String, u32)) {
    for cell in bits(grid.all() & !full) {
        let next = grid.step(cell, if stands { (0, 1) } else { (1, 0) });
        if let Some(next) = next.filter(|next| full >> next & 1 == 0) {
            each(grid.name(cell) + &grid.name(next), full | 1 << cell | 1 << next);
        }
    }
}

impl Game for Cram {
    /// The full cells.
    type Position = u32;
    type Move = String;

    fn name(&self) -> String {
        format!("cram-{}x{}", self.width, self.height)
    }

    fn start(&self) -> u32 {
        0
    }

    fn pack(&self, full: u32) -> u64 {
        full.into()
    }

    fn unpack(&self, word: u64) -> u32 {
        word as u32
    }

    fn moves(&self, full: u32, mut each: impl FnMut(String, u32)) {
        let grid = Grid::new(self.width, self.height);
        [true, false].into_iter().for_each(|stands| dominoes(grid, full, stands, &mut each));
    }

    fn canonical(&self, full: u32) -> u32 {
        let grid = Grid::new(self.width, self.height);
        let [least] = grid.least([full], grid.symmetries());
        least
    }

    fn values(&self) -> Values {
        Values::Grundy
    }

    fn show(&self, full: u32) -> String {
        Grid::new(self.width, self.height).show([full], "X")
    }

    fn read(&self, text: &str) -> Result<u32, ReadError> {
        let [full] = Grid::new(self.width, self.height).read(text, "X")?;
        Ok(full)
    }

    fn rules(&self) -> &str {
        "Put a domino on two empty cells. Who cannot has lost."
    }
}

impl Game for Domineering {
    /// The full cells, and 1 if the second player is to move.
    type Position = [u32; 2];
    type Move = String;

    fn name(&self) -> String {
        format!("domineering-{}x{}", self.width, self.height)
    }

    fn start(&self) -> [u32; 2] {
        [0, 0]
    }

    fn pack(&self, sets: [u32; 2]) -> u64 {
        boards::pack(sets)
    }

    fn unpack(&self, word: u64) -> [u32; 2] {
        boards::unpack(word)
    }

    fn moves(&self, [full, second]: [u32; 2], mut each: impl FnMut(String, [u32; 2])) {
        let grid = Grid::new(self.width, self.height);
        dominoes(grid, full, second == 0, |text, full| each(text, [full, 1 - second]));
    }

    fn canonical(&self, [full, second]: [u32; 2]) -> [u32; 2] {
        let [least] = Grid::new(self.width, self.height).least([full], 0..4);
        [least, second]
    }

    /// The board, and the way in which the next domino is put.
    fn show(&self, [full, second]: [u32; 2]) -> String {
        let board = Grid::new(self.width, self.height).show([full], "X");
        format!("{board} {}", if second == 0 { "standing" } else { "lying" })
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        let (board, way) = text.split_once(' ').ok_or("after the board it is standing or lying")?;
        let [full] = Grid::new(self.width, self.height).read(board, "X")?;
        match way {
            "standing" => Ok([full, 0]),
            "lying" => Ok([full, 1]),
            _ => Err("the next domino is standing or lying".into()),
        }
    }

    fn rules(&self) -> &str {
        "Put a domino on two empty cells; the first player's stand, the second player's lie. Who cannot has lost."
    }
}
