//! Solves all states, layer by layer.

use std::path::PathBuf;

use perfectplay_core::layers::solve_all;
use perfectplay_core::stake::{FamilyIndex, FamilySolver, Index, Position, Solver, lead_to_score};
use perfectplay_format::Header;
use perfectplay_query::{Family, Instance};
use rayon::prelude::*;
use zerocopy::IntoBytes;

use super::statistics::StakeStatistics;
use crate::BuildError;
use crate::job::{Job, header, parameter};
use crate::write::write_table;

pub(in crate::games) fn build_family(size: u8, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let boards = FamilyIndex::new(size.into()).expect("families have sizes that core knows");
    let patterns = boards.patterns();
    let solver =
        FamilySolver::new(&boards, &patterns).expect("the patterns are those of the index");
    let entries = solve_all(&solver, job.control)?;
    let mut statistics = StakeStatistics::default();
    entries.iter().for_each(|&score| statistics.add(score));
    let statistics = statistics.statistics(boards.raw_len());
    let encoding = match boards.size() {
        ..=FamilyIndex::MAX_SMALL => "patterns+score8",
        _ => "canonical+score8",
    };
    let header = Header {
        parameters: vec![parameter("size", size)],
        ..header(Family::Stake { size }, encoding, boards.len(), statistics)
    };
    write_table(job, header, &[("patterns", &patterns), ("entries", entries.as_bytes())])
}

pub(in crate::games) fn build_board(
    board: &Position,
    job: &Job<'_>,
) -> Result<PathBuf, BuildError> {
    let cells = board.empty_cells().count_ones() as usize;
    let index = Index::new(cells).expect("boards with too many empty cells need too much memory");
    let leads = solve_all(&Solver::new(&index).on(board), job.control)?;
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
        .reduce(StakeStatistics::default, StakeStatistics::merged)
        .statistics(index.len());
    let header = Header {
        board: board.to_string(),
        ..header(Instance::Stake(*board), "lead8", index.len(), statistics)
    };
    write_table(job, header, &[("entries", &leads)])
}
