//! `tokens-…`: all starts of one board.

use perfectplay_core::Facts;
use perfectplay_query::{Needs, TableBoard};

use crate::tokens::{Board, FACTS};

impl TableBoard for Board {
    fn facts(&self) -> &'static Facts {
        &FACTS
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
