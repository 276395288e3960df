//! `contour-…`: all contours of one board. There are no families, as every table is of a board.

use perfectplay_core::Game;
use perfectplay_core::contour::{Board, fits_i32};

use crate::face::{Boards, Families};
use crate::instance::{Instance, TableBoard};
use crate::needs::Needs;
use crate::sealed::Sealed;

pub(crate) const FAMILIES: Option<&dyn Families> = None;

pub(crate) const BOARDS: Option<&Boards> = Some(&Boards { samples });

/// The sample boards, which are also in `tables/boards/`.
fn samples() -> Vec<Instance> {
    let boards = [
        include_str!("../boards/contour-contest.txt"),
        include_str!("../boards/contour-10x10.txt"),
    ];
    let board = |text| Board::from_text(text).expect("a test reads the sample boards").into();
    boards.map(board).into()
}

impl Sealed for Board {}

impl TableBoard for Board {
    fn game(&self) -> Game {
        Game::Contour
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
