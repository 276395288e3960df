//! All contours of a board, its blocks on all threads.

use std::path::PathBuf;

use perfectplay_core::contour::weights::fits_i32;
use perfectplay_core::contour::{Board, Position, Reader, Solver, Values, Width};
use perfectplay_format::Header;
use perfectplay_query::Instance;
use rayon::prelude::*;
use zerocopy::{FromZeros, IntoBytes};

use super::statistics::statistics;
use crate::build::{Job, header};
use crate::memory::out_of;
use crate::write::write_table;
use crate::{BuildError, Control, Interrupted, OutOfMemory};

pub(in crate::games) fn build(board: &Board, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let solver = Solver::new(board.rows(), board.columns());
    let mut values =
        if fits_i32(board) { Values::Narrow(zeros(board)?) } else { Values::Wide(zeros(board)?) };
    match &mut values {
        Values::Narrow(values) => solve(&solver, board, values, job.control)?,
        Values::Wide(values) => solve(&solver, board, values, job.control)?,
    }
    let score = Reader::new(board)
        .score(&Position::EMPTY, |rank| values.get(rank))
        .expect("every board has the empty contour");
    let encoding = match values {
        Values::Narrow(_) => "g32",
        Values::Wide(_) => "g64",
    };
    let states = board.contours() as u64;
    let header = Header {
        board: board.to_contest(),
        ..header(Instance::Contour(board.clone()), encoding, states, statistics(score))
    };
    make_little_endian(&mut values);
    let entries = match &values {
        Values::Narrow(values) => values.as_bytes(),
        Values::Wide(values) => values.as_bytes(),
    };
    write_table(job, header, &[("entries", entries)])
}

fn zeros<T: FromZeros>(board: &Board) -> Result<Vec<T>, OutOfMemory> {
    T::new_vec_zeroed(board.contours()).map_err(|_| out_of::<T>(board.contours()))
}

fn solve<T: Width>(
    solver: &Solver,
    board: &Board,
    values: &mut [T],
    control: Control<'_>,
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
        control.set_position(solved);
    });
    control.set_position(states);
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
