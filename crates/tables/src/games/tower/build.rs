//! Solves all states, layer by layer.

use std::path::PathBuf;

use perfectplay_core::layers::{Layered, solve_all};
use perfectplay_core::tower::{Index, Solver};
use perfectplay_format::Header;
use perfectplay_query::Family;
use rayon::prelude::*;
use zerocopy::IntoBytes;

use super::statistics::TowerStatistics;
use crate::BuildError;
use crate::job::{Job, header, parameter};
use crate::write::write_table;

pub(in crate::games) fn build(levels: u8, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let index = Index::new(levels.into()).expect("families have levels that the index knows");
    let mut entries = solve_all(&Solver::new(&index), job.control)?;
    let statistics = entries
        .par_chunks(Solver::TASK)
        .map(|chunk| {
            let mut statistics = TowerStatistics::default();
            chunk.iter().for_each(|&entry| statistics.add(entry));
            statistics
        })
        .reduce(TowerStatistics::default, TowerStatistics::merged)
        .statistics(index.raw_len());
    let header = Header {
        parameters: vec![parameter("levels", levels)],
        ..header(Family::Tower { levels }, "f64", index.len(), statistics)
    };
    make_little_endian(&mut entries);
    write_table(job, header, &[("entries", entries.as_bytes())])
}

/// Gives the entries the byte order of the file.
fn make_little_endian(entries: &mut [f64]) {
    if cfg!(target_endian = "big") {
        entries
            .par_iter_mut()
            .for_each(|entry| *entry = f64::from_bits(entry.to_bits().swap_bytes()));
    }
}
