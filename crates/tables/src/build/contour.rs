//! `contour-…`: every contour of one board.

use std::path::PathBuf;

use perfectplay_core::Game;
use perfectplay_core::contour::{Batch, Board, Position, Reader, Solver, Values, Width};
use perfectplay_format::{Header, Quantity, Statistic};
use perfectplay_query::{Instance, TableFolder};
use rayon::prelude::*;
use zerocopy::IntoBytes;

use super::header;
use crate::write::write_table;
use crate::{BuildError, Control, Interrupted};

pub(super) fn build(
    board: &Board,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let solver = Solver::new(board.rows(), board.columns());
    let mut values = solver.unsolved(board);
    match &mut values {
        Values::Narrow(values) => solve(&solver, board, values, control)?,
        Values::Wide(values) => solve(&solver, board, values, control)?,
    }
    let score = Reader::new(board)
        .score(&Position::EMPTY, |rank| values.get(rank))
        .expect("every board has the empty contour");
    let states = board.contours() as u64;
    let score = Statistic { name: "score".to_owned(), value: Quantity::Integer(score) };
    let header = Header {
        name: Instance::Contour(board.clone()).to_string(),
        encoding: match values {
            Values::Narrow(_) => "g32",
            Values::Wide(_) => "g64",
        }
        .to_owned(),
        board: board.to_contest(),
        ..header(Game::Contour, states, vec![score])
    };
    make_little_endian(&mut values);
    let entries = match &values {
        Values::Narrow(values) => values.as_bytes(),
        Values::Wide(values) => values.as_bytes(),
    };
    write_table(folder, header, &[("entries", entries)], control)
}

/// A's total minus B's under best play from the empty board, for each of many boards of
/// one shape, on the threads of the current rayon pool.
///
/// # Panics
/// If the boards are of different shapes.
#[must_use]
pub fn contour_scores(boards: &[Board]) -> Vec<i64> {
    let Some(first) = boards.first() else { return Vec::new() };
    let batch = Batch::new(first.rows(), first.columns());
    // Full lanes for every thread, and few enough boards for all threads to have some.
    let share = boards.len().div_ceil(rayon::current_num_threads()).min(64);
    boards
        .par_chunks(share.next_multiple_of(batch.lanes()))
        .flat_map_iter(|boards| batch.scores(boards))
        .collect()
}

fn solve<T: Width>(
    solver: &Solver,
    board: &Board,
    values: &mut [T],
    control: &Control<'_>,
) -> Result<(), Interrupted> {
    let states = values.len() as u64;
    let mut solved = 0;
    solver.solve_into(board, values, |pieces, work| {
        // Once interrupted the rest is left as it is, to be thrown away.
        if control.check().is_err() {
            return;
        }
        pieces.par_iter_mut().for_each(work);
        solved += pieces.iter().map(|piece| piece.contours() as u64).sum::<u64>();
        control.bar.set_position(solved);
    });
    control.bar.set_position(states);
    control.check()
}

/// Makes the bytes of the entries those of the file.
fn make_little_endian(values: &mut Values) {
    if cfg!(target_endian = "big") {
        match values {
            Values::Narrow(values) => {
                values.par_iter_mut().for_each(|value| *value = value.swap_bytes());
            }
            Values::Wide(values) => {
                values.par_iter_mut().for_each(|value| *value = value.swap_bytes());
            }
        }
    }
}
