//! `contour-…`: the scores of all contours of one board.

mod build;
mod statistics;
mod verify;

use perfectplay_core::contour::{Board, fits_i32};

pub(super) use build::build;
pub(super) use verify::verify;

/// The encoding of a board's table: entries of four bytes where all values fit them.
fn encoding(board: &Board) -> &'static str {
    if fits_i32(board) { "g32" } else { "g64" }
}
