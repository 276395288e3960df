//! `contour-…`: all contours of one board. There are no families, as every table is of a board.

use perfectplay_core::Facts;
use perfectplay_query::{Needs, TableBoard};

use crate::contour::{Board, FACTS, fits_i32};

impl TableBoard for Board {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn states(&self) -> u64 {
        self.contours() as u64
    }

    fn needs(&self) -> Needs {
        let bytes = TableBoard::states(self) * if fits_i32(self) { 4 } else { 8 };
        Needs::new(bytes, [bytes]).with_board(self.to_contest().len())
    }

    fn bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}
