//! `stake-N`: every board up to N × N; and `stake-…`: all that one board can become.

use std::path::PathBuf;

use perfectplay_core::Game;
use perfectplay_core::stake::{
    Answer, Family as Boards, FamilyTask, Index, Position, Solver, Task, lead_to_score,
};
use perfectplay_format::Header;
use perfectplay_query::{Family, Instance, TableFolder};
use rayon::prelude::*;
use zerocopy::IntoBytes;

use super::layers::fill_layer;
use super::{header, parameter};
use crate::statistics::StakeStatistics;
use crate::write::write_table;
use crate::{BuildError, Control, Interrupted};

/// About how many entries one thread computes at a time.
const TASK: usize = 1 << 15;

pub(super) fn build_family(
    family: Family,
    size: u8,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let boards = Boards::new(size.into()).expect("families have sizes that core knows");
    let mut entries = vec![0i8; boards.len() as usize];
    for layer in 0..boards.layers() {
        let range = boards.layer(layer);
        let (lower, rest) = entries.split_at_mut(range.start as usize);
        let out = &mut rest[..(range.end - range.start) as usize];
        let tasks = boards.tasks(layer, TASK / 8);
        fill_layer(tasks, FamilyTask::len, out, control, |task, out| {
            boards.fill(task, lower, out);
        })?;
    }
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
    let mut leads = solver.final_leads(board);
    control.advance(leads.len() as u64)?;
    leads.resize(index.len() as usize, 0);
    for layer in 1..index.layers() {
        let range = index.layer(layer);
        let before = index.layer(layer - 1);
        let (lower, rest) = leads.split_at_mut(range.start as usize);
        let lower = &lower[before.start as usize..];
        fill(&solver, layer, lower, &mut rest[..(range.end - range.start) as usize], control)?;
    }
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
        name: Instance::Stake(*board).to_string(),
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
/// If it is interrupted.
///
/// # Panics
/// If the board has more empty cells than [`Index::MAX_CELLS`].
pub fn solve_stake(board: &Position, control: &Control<'_>) -> Result<Answer, Interrupted> {
    let solver = Solver::new(&index(board));
    let mut result = Ok(());
    let answer = solver.answer_with(board, |layer, lower, out| {
        // Once interrupted the rest is left as it is, to be thrown away.
        if result.is_ok() {
            result = fill(&solver, layer, lower, out, control);
        }
    });
    result.map(|()| answer)
}

fn index(board: &Position) -> Index {
    let cells = board.empty_cells().count_ones() as usize;
    Index::new(cells).expect("boards with too many empty cells have been refused")
}

fn fill(
    solver: &Solver,
    layer: usize,
    lower: &[u8],
    out: &mut [u8],
    control: &Control<'_>,
) -> Result<(), Interrupted> {
    let tasks = solver.tasks(layer, TASK);
    fill_layer(tasks, Task::len, out, control, |task, out| solver.fill(task, lower, out))
}
