//! Chomp: the key is the contour of what is left of the bar, a bit for each of its steps.

use perfectplay_core::Outcome;
use perfectplay_games::ChompTable;
use perfectplay_games::chomp::Position;
use perfectplay_games::staircase::path_of_rows;
use perfectplay_published::chomp;

use super::Game;

/// The positions of a bar with this many rows.
#[derive(Debug)]
pub(crate) struct Chomp {
    pub(crate) rows: usize,
}

impl Game for Chomp {
    type Table = ChompTable;
    type Key = u32;
    type Value = u8;

    fn packed(outcome: Outcome) -> u8 {
        outcome as u8
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> u32 {
        path_of_rows(&position.left()[..self.rows])
    }

    const KEY: &'static str = "the contour as bits, one for each step down or right";

    const METHOD: &'static str = "memoised search with a hash map of packed bars";
    const BEYOND: &'static str = "with more than 15 columns";

    fn solve(bar: &Position) -> Option<u8> {
        (bar.columns() <= 15).then(|| chomp::outcome(bar) as u8)
    }
}
