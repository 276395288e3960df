//! Solves all contours of a board, in blocks on all threads.

use std::path::PathBuf;

use perfectplay_format::Header;
use perfectplay_query::TableBoard as _;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::{Job, header};
use perfectplay_tables::write::write_table;
use zerocopy::IntoBytes;

use super::{encoding, statistics};
use crate::contour::{Board, Position, Reader, Solver, Values};

pub(super) fn build(board: &Board, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let mut values = Solver::new(board.rows(), board.columns()).solve_all(board, job.control)?;
    let score = Reader::new(board)
        .score(&Position::EMPTY, |rank| values.get(rank))
        .expect("every board has the empty contour");
    let states = board.contours() as u64;
    let header = Header {
        board: board.to_contest(),
        ..header(board.facts(), board.table(), encoding(board), states, statistics(score))
    };
    let entries = match &mut values {
        Values::Narrow(values) => {
            values.iter_mut().for_each(|value| *value = value.to_le());
            values.as_bytes()
        }
        Values::Wide(values) => {
            values.iter_mut().for_each(|value| *value = value.to_le());
            values.as_bytes()
        }
    };
    write_table(job, header, &[("entries", entries)])
}
