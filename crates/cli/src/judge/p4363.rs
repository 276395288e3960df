//! Luogu P4363, 一双木棋: by how much does the first player win?

use std::path::Path;

use perfectplay_core::contour::{Board, Position, Reader, Solver};

use crate::boards;
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(file: Option<&Path>, output: &mut Output) -> Result<(), Failure> {
    let text = boards::text(file.unwrap_or(Path::new("-")))?;
    let board = Board::from_contest(&text).map_err(|error| Failure::Input(error.to_string()))?;
    let values = Solver::new(board.rows(), board.columns()).solve(&board);
    let score = Reader::new(&board)
        .score(&Position::EMPTY, |rank| values.get(rank))
        .expect("every board has the empty contour");
    output.line(score)
}
