//! `tokens-…`: all starts of one board.

use perfectplay_core::Game;
use perfectplay_core::tokens::Board;

use crate::face::Boards;
use crate::instance::{Instance, TableBoard};
use crate::needs::Needs;
use crate::sealed::Sealed;

pub(crate) const BOARDS: Option<&Boards> = Some(&Boards { samples });

/// The sample board, which is also in `tables/boards/`.
fn samples() -> Vec<Instance> {
    let board = Board::from_contest(include_str!("../boards/tokens-contest.txt"));
    vec![board.expect("a test reads it").into()]
}

impl Sealed for Board {}

impl TableBoard for Board {
    fn game(&self) -> Game {
        Game::Tokens
    }

    fn states(&self) -> u64 {
        self.starts() as u64
    }

    fn needs(&self) -> Needs {
        // Steps, components and the search for them, or the marks and labels of the matching; and the sections.
        // Most boards need less.
        let states = self.states();
        Needs::new(states * 12, [states.div_ceil(8), states]).with_board(self.to_contest().len())
    }

    fn bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}
