//! `contour-…`: the scores of all contours of one board.

mod build;
mod verify;

use std::path::PathBuf;

use perfectplay_core::contour::{Board, fits_i32};
use perfectplay_format::{Quantity, Statistic};
use perfectplay_query::{Bytes, ContourTable, Problem, TableFile, TableId};

use crate::error::BuildError;
use crate::games::GameTable;
use crate::job::Job;
use crate::proof::error::{VerifyError, Verifying};
use crate::statistics::statistic;

impl GameTable for ContourTable {
    fn read(file: TableFile<Bytes>) -> Result<Self, Problem> {
        Self::new(file)
    }

    fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        build::build(id.board().expect("every table is of a board"), job)
    }

    fn verify(&self, how: Verifying<'_>) -> Result<u64, VerifyError> {
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
