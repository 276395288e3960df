//! `tower-N`: every state that full towers of up to N levels reach.

use std::path::PathBuf;

use perfectplay_core::Game;
use perfectplay_core::layers::{Layered, solve_all};
use perfectplay_core::tower::{Index, Solver};
use perfectplay_format::Header;
use perfectplay_query::{Family, TableFolder};
use rayon::prelude::*;
use zerocopy::IntoBytes;

use super::{header, parameter};
use crate::error::unsolved;
use crate::statistics::TowerStatistics;
use crate::write::write_table;
use crate::{BuildError, Control};

pub(super) fn build(
    family: Family,
    levels: u8,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let index = Index::new(levels.into()).expect("families have levels that the index knows");
    let solver = Solver::new(&index);
    let mut entries = solve_all(&solver, control.handle()).map_err(unsolved(family))?;
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
        name: family.to_string(),
        encoding: "f64".to_owned(),
        parameters: vec![parameter("levels", levels)],
        ..header(Game::Tower, index.len(), statistics)
    };
    make_little_endian(&mut entries);
    write_table(folder, header, &[("entries", entries.as_bytes())], control)
}

/// Makes the bytes of the entries those of the file.
fn make_little_endian(entries: &mut [f64]) {
    if cfg!(target_endian = "big") {
        entries
            .par_iter_mut()
            .for_each(|entry| *entry = f64::from_bits(entry.to_bits().swap_bytes()));
    }
}
