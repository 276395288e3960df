//! Chomp: who takes the corner of a bar has lost.

use perfectplay_tables::solve::{Game, Values};

/// The game on a bar.
#[derive(Clone, Copy, Debug)]
pub struct Bars {
    /// How many rows it has, at most 16.
    pub rows: u64,
    /// How many columns it has, at most 15.
    pub columns: u64,
}

impl Game for Bars {
    /// How many cells each row has left, in four bits.
    type Position = u64;
    type Move = String;

    fn name(&self) -> String {
        format!("bars-{}x{}", self.rows, self.columns)
    }

    fn start(&self) -> u64 {
        (0..self.rows).fold(0, |bar, _| bar << 4 | self.columns)
    }

    fn pack(&self, bar: u64) -> u64 {
        bar
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    /// A cell goes, with all that are not above and not left of it.
    fn moves(&self, bar: u64, mut each: impl FnMut(String, u64)) {
        for row in 0..self.rows {
            for column in 0..bar >> (4 * row) & 15 {
                let left = |at: u64| (bar >> (4 * at) & 15).min(if at < row { 15 } else { column });
                each(
                    format!("{row},{column}"),
                    (0..self.rows).map(|at| left(at) << (4 * at)).sum(),
                );
            }
        }
    }

    /// Who finds nothing left has won.
    fn values(&self) -> Values {
        Values::Misere
    }
}
