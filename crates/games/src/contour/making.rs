//! `contour-…`: the scores of all contours of one board.

use zerocopy::IntoBytes;

use crate::ContourTable;
use crate::contour::{Board, Position, Reader, Solver, Values, fits_i32};
use crate::preludes::making::*;

impl GameTable for ContourTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id {
            TableId::Board(board) => build_board(board, job),
            TableId::Family(family) => unreachable!("{family} is the table of no board"),
        }
    }

    /// Checks the laws. No contour can be missing, as all have a rank.
    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        let (compared, ()) = entries::check(self, how)?;
        if how.depth == Depth::Entries {
            let score =
                self.value(&Position::EMPTY).map_err(|error| wrong(self, error.to_string()))?;
            entries::check_counted(self, &statistics(score))?;
        }
        Ok(compared)
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

/// Solves all contours of a board, in blocks on all threads.
fn build_board(board: &Board, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let mut values = Solver::new(board.rows(), board.columns()).solve_all(board, job.control)?;
    let score = Reader::new(board)
        .score(&Position::EMPTY, |rank| values.get(rank))
        .expect("every board has the empty contour");
    let states = board.contours() as u64;
    let text = board.to_contest();
    let header = header_of_board(board, text, encoding(board), states, statistics(score));
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
