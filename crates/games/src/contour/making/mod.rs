//! `contour-…`: the scores of all contours of one board.

mod build;
mod verify;

use std::path::PathBuf;

use perfectplay_format::{Quantity, Statistic};
use perfectplay_query::TableId;
use perfectplay_tables::GameTable;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::Job;
use perfectplay_tables::proof::error::{Verification, VerifyError};
use perfectplay_tables::statistics::statistic;

use crate::contour::table::ContourTable;
use crate::contour::{Board, fits_i32};

impl GameTable for ContourTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id {
            TableId::Board(board) => build::build(board, job),
            TableId::Family(family) => unreachable!("{family} is the table of no board"),
        }
    }

    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        verify::verify(self, how)
    }
}

/// The statistics of a board whose empty contour has this score.
fn statistics(score: i64) -> Vec<Statistic> {
    vec![statistic("score", Quantity::Integer(score))]
}

/// The encoding of a board's table: entries of four bytes if all values fit.
fn encoding(board: &Board) -> &'static str {
    if fits_i32(board) { "g32" } else { "g64" }
}
