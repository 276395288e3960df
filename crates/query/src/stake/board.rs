//! `stake-…`: all boards that can arise from one board.

use perfectplay_core::Game;
use perfectplay_core::stake::{Index, Position};

use crate::face::Boards;
use crate::instance::TableBoard;
use crate::needs::Needs;
use crate::sealed::Sealed;

pub(crate) const BOARDS: Option<&Boards> = Some(&Boards { samples: Vec::new });

impl Sealed for Position {}

impl TableBoard for Position {
    fn game(&self) -> Game {
        Game::Stake
    }

    fn states(&self) -> u64 {
        let cells = self.empty_cells().count_ones() as usize;
        Index::new(cells).map_or(u64::MAX, |index| index.len())
    }

    fn needs(&self) -> Needs {
        let states = self.states();
        Needs::new(states, [states])
    }

    fn bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}
