//! Knight's Walk: in turn two players move one knight, never to a cell where it has been. Who cannot move has lost.
//!
//! Whoever moves from a cell wins if and only if the knight is on it in every maximum matching of the board by knight's moves.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::{Grid, Way};

/// The walk on a board of this size, from any cell.
#[derive(Clone, Copy, Debug)]
pub struct KnightWalk {
    /// How many columns it has.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
}

const JUMPS: [Way; 8] = [(1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)];

impl KnightWalk {
    /// The walk on a board of so many columns and rows.
    #[must_use]
    pub const fn new((width, height): (u32, u32)) -> Self {
        Self { width, height }
    }

    const fn grid(&self) -> Grid {
        Grid::new(self.width, self.height)
    }
}

impl Game for KnightWalk {
    /// The cell of the knight.
    type Position = u32;
    type Move = String;

    fn name(&self) -> String {
        format!("knightwalk-{}x{}", self.width, self.height)
    }

    fn start(&self) -> u32 {
        0
    }

    fn starts(&self, each: impl FnMut(u32)) {
        (0..self.grid().cells()).for_each(each);
    }

    fn pack(&self, cell: u32) -> u64 {
        cell.into()
    }

    fn unpack(&self, word: u64) -> u32 {
        word as u32
    }

    fn moves(&self, cell: u32, mut each: impl FnMut(String, u32)) {
        let grid = self.grid();
        JUMPS.iter().filter_map(|&way| grid.step(cell, way)).for_each(|to| each(grid.name(to), to));
    }

    fn show(&self, cell: u32) -> String {
        self.grid().draw(|at| if at == cell { 'N' } else { '.' })
    }

    fn read(&self, text: &str) -> Result<u32, ReadError> {
        let knight = self.grid().letters(text)?.iter().position(|&cell| cell == 'N');
        let cell = knight.ok_or("it has no knight, N")? as u32;
        if self.show(cell) == text { Ok(cell) } else { Err("all other cells are .".into()) }
    }

    fn values(&self) -> Values {
        Values::NoRepeat
    }

    fn rules(&self) -> &str {
        "Move the knight, never to a cell where it has been. Who cannot move has lost."
    }
}
