//! `tower-N`: every state that full towers of up to N levels reach.

use std::path::PathBuf;

use perfectplay_core::Game;
use perfectplay_core::tower::{Index, Solver, Task};
use perfectplay_format::Header;
use perfectplay_query::{Family, TableFolder};
use rayon::prelude::*;
use zerocopy::IntoBytes;

use super::layers::fill_layer;
use super::{header, parameter};
use crate::statistics::TowerStatistics;
use crate::write::write_table;
use crate::{BuildError, Control, Interrupted};

/// About how many entries one thread computes at a time.
const TASK: usize = 1 << 14;

pub(super) fn build(
    family: Family,
    levels: u8,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let index = Index::new(levels.into()).expect("families have levels that the index knows");
    let mut entries = solve(&index, control)?;
    let statistics = entries
        .par_chunks(TASK)
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

/// All entries, layer by layer: those of one depend on lower layers alone, which lie
/// before it.
fn solve(index: &Index, control: &Control<'_>) -> Result<Vec<f64>, Interrupted> {
    let solver = Solver::new(index);
    let mut entries = vec![0.0; index.len() as usize];
    for layer in 0..index.layers() {
        let range = index.layer_entries(layer);
        let (lower, rest) = entries.split_at_mut(range.start as usize);
        let out = &mut rest[..(range.end - range.start) as usize];
        let tasks = solver.tasks(layer, TASK);
        fill_layer(tasks, Task::len, out, control, |task, out| solver.fill(task, lower, out))?;
    }
    Ok(entries)
}

/// Makes the bytes of the entries those of the file.
fn make_little_endian(entries: &mut [f64]) {
    if cfg!(target_endian = "big") {
        entries
            .par_iter_mut()
            .for_each(|entry| *entry = f64::from_bits(entry.to_bits().swap_bytes()));
    }
}
