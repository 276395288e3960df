//! `stake-N`: every board up to N × N; and `stake-…`: all that one board can become.

use std::path::PathBuf;

use perfectplay_core::Game;
use perfectplay_core::layers::{SolveError, solve_all};
use perfectplay_core::stake::{Answer, Family as Boards, Index, Position, Solver, lead_to_score};
use perfectplay_format::Header;
use perfectplay_query::{Family, Instance, TableFolder};
use rayon::prelude::*;
use zerocopy::IntoBytes;

use super::{header, parameter};
use crate::error::unsolved;
use crate::statistics::StakeStatistics;
use crate::write::write_table;
use crate::{BuildError, Control};

pub(super) fn build_family(
    family: Family,
    size: u8,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let boards = Boards::new(size.into()).expect("families have sizes that core knows");
    let entries = solve_all(&boards, control.handle()).map_err(unsolved(family))?;
    let mut statistics = StakeStatistics::default();
    entries.iter().for_each(|&score| statistics.add(score));
    let header = Header {
        name: family.to_string(),
        encoding: "score8".to_owned(),
        parameters: vec![parameter("size", size)],
        ..header(Game::Stake, boards.len(), statistics.statistics(boards.raw_len()))
    };
    write_table(folder, header, &[("entries", entries.as_bytes())], control)
}

pub(super) fn build_instance(
    board: &Position,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let index = index(board);
    let solver = Solver::new(&index);
    let name = Instance::Stake(*board).to_string();
    let leads = solve_all(&solver.on(board), control.handle()).map_err(unsolved(&name))?;
    let statistics = (0..index.layers())
        .into_par_iter()
        .map(|layer| {
            let range = index.layer(layer);
            let mut statistics = StakeStatistics::default();
            for &lead in &leads[range.start as usize..range.end as usize] {
                statistics.add(lead_to_score(&index, layer, lead));
            }
            statistics
        })
        .reduce(StakeStatistics::default, StakeStatistics::merged);
    let header = Header {
        name,
        encoding: "lead8".to_owned(),
        board: board.to_string(),
        ..header(Game::Stake, index.len(), statistics.statistics(index.len()))
    };
    write_table(folder, header, &[("entries", &leads)], control)
}

/// The answer of one board, keeping two layers of its states at a time: as many bytes
/// as [`Index::two_layers`] says. Runs on the threads of the current rayon pool.
///
/// # Errors
/// If it is interrupted, or the memory cannot be had.
///
/// # Panics
/// If the board has more empty cells than [`Index::MAX_CELLS`].
pub fn solve_stake(board: &Position, control: &Control<'_>) -> Result<Answer, SolveError> {
    Solver::new(&index(board)).answer(board, control.handle())
}

fn index(board: &Position) -> Index {
    let cells = board.empty_cells().count_ones() as usize;
    Index::new(cells).expect("boards with too many empty cells have been refused")
}
