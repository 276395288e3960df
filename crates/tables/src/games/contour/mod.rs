//! `contour-…`: the scores of all contours of one board.

mod build;
mod verify;

use perfectplay_core::contour::{Board, fits_i32};
use perfectplay_format::{Quantity, Statistic};

use crate::statistics::statistic;

pub(super) use build::build;
pub(super) use verify::verify;

/// The statistics of a board whose empty contour has this score.
fn statistics(score: i64) -> Vec<Statistic> {
    vec![statistic("score", Quantity::Integer(score))]
}

/// The encoding of a board's table: entries of four bytes if all values fit.
fn encoding(board: &Board) -> &'static str {
    if fits_i32(board) { "g32" } else { "g64" }
}
