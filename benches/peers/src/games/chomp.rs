//! Chomp: the key is the contour of what is left of the bar, a bit for each of its steps.

use fastrand::Rng;
use perfectplay_games::chomp::Position;
use perfectplay_games::staircase::path_of_rows;
use perfectplay_published::chomp;
use perfectplay_query::{Entries, Probe};

use super::{Game, byte};

/// The positions of a bar with so many rows.
#[derive(Debug)]
pub(crate) struct Chomp {
    rows: usize,
}

impl Chomp {
    pub(crate) fn new(rows: u8) -> Self {
        Self { rows: rows.into() }
    }
}

impl Game for Chomp {
    type Position = Position;
    type Key = u32;
    type Value = u8;

    table!(ChompTable, byte, all);

    #[inline(always)]
    fn key(&self, position: &Position) -> u32 {
        path_of_rows(&position.left()[..self.rows])
    }

    const KEY: &'static str = "the contour as bits, one for each step down or right";

    fn random(&self, table: &Self::Table, _: &[(u32, u8)], random: &mut Rng) -> Position {
        table.position(random.u64(..table.header().states)).expect("a position")
    }

    const METHOD: &'static str = "memoised search with a hash map of packed bars";
    const BEYOND: &'static str = "with more than 15 columns";

    fn solve(bar: &Position) -> Option<u8> {
        (bar.columns() <= 15).then(|| byte(chomp::outcome(bar)))
    }
}
