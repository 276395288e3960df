//! Contour (Luogu P4363): two players take cells whose upper and left neighbours are taken, for points of their own.

use perfectplay_tables::solve::{End, Game, Values};

/// The game on a square board.
#[derive(Clone, Debug)]
pub struct Stairs {
    /// What each cell is worth for the first player and for the second one.
    pub points: [Vec<Vec<i16>>; 2],
}

impl Game for Stairs {
    /// How many cells of each row are taken, in four bits.
    type Position = u64;
    type Move = usize;

    fn name(&self) -> String {
        format!("stairs-{}", self.points[0].len())
    }

    fn start(&self) -> u64 {
        0
    }

    fn pack(&self, taken: u64) -> u64 {
        taken
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    /// A row grows if it is not full, and the row above is longer.
    fn moves(&self, taken: u64, mut each: impl FnMut(usize, u64)) {
        let size = self.points[0].len();
        let cells = |row: usize| taken >> (4 * row) & 15;
        let grows =
            |row: &usize| cells(*row) < if *row == 0 { size as u64 } else { cells(row - 1) };
        (0..size).filter(grows).for_each(|row| each(row, taken + (1 << (4 * row))));
    }

    fn end(&self, taken: u64) -> Option<End> {
        let size = self.points[0].len();
        let is_full = (0..size).all(|row| taken >> (4 * row) & 15 == size as u64);
        is_full.then_some(End::Score(0))
    }

    fn gain(&self, from: u64, to: u64) -> i16 {
        let row = ((to - from).trailing_zeros() / 4) as usize;
        let moves: u64 = (0..16).map(|row| from >> (4 * row) & 15).sum();
        self.points[moves as usize % 2][row][(from >> (4 * row) & 15) as usize]
    }

    fn values(&self) -> Values {
        Values::Score
    }
}
