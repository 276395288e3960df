//! `stake-…`: all boards that can arise from one board.

use perfectplay_core::Facts;
use perfectplay_query::{Needs, TableBoard};

use crate::stake::{FACTS, Index, Position};

impl TableBoard for Position {
    fn facts(&self) -> &'static Facts {
        &FACTS
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
