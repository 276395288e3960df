//! Solves all positions, those with few numbers first.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay_core::control::Control;
use perfectplay_core::layers::SolveError;
use perfectplay_format::Header;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::{Job, header, parameter};
use perfectplay_tables::memory;
use perfectplay_tables::statistics::Tally;
use perfectplay_tables::write::write_table;

use super::by_size::for_each_by_size;
use super::statistics::PliesStatistics;
use crate::number::making::family;
use crate::number::{Entry, FACTS, Index, Position, Trie};

pub(in crate::number::making) fn build(bound: u8, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let index = Index::new(bound);
    let (positions, trie) = index.build()?;
    job.control.set_length(positions.len() as u64);
    let ranks = index.over(&trie).expect("the index reads what it built");
    let entries = solve(&positions, ranks, job.control)?;
    let statistics = PliesStatistics::of(&entries);
    let (states, statistics) = (positions.len() as u64, statistics.statistics());
    let header = Header {
        parameters: vec![parameter("bound", bound)],
        ..header(&FACTS, family(bound).to_string(), "trie+entry32", states, statistics)
    };
    let mut bytes = memory::with_room(entries.len() * 4)?;
    entries.iter().for_each(|entry| bytes.extend(entry.0.to_le_bytes()));
    write_table(job, header, &[("trie", &trie), ("entries", &bytes)])
}

/// All entries in rank order.
fn solve(
    positions: &[Position],
    ranks: Trie<'_>,
    control: Control<'_>,
) -> Result<Vec<Entry>, SolveError> {
    // The entries of a size are scattered over the ranks. Each is stored once, and read only for
    // larger positions, which are solved after all of this size.
    let entries = memory::collect(positions.iter().map(|_| AtomicU32::new(0)))?;
    let load = |rank: u64| Entry(entries[rank as usize].load(Ordering::Relaxed));
    for_each_by_size(positions, control, |rank| {
        let position = positions[rank as usize];
        let entry = ranks
            .path(position)
            .and_then(|path| {
                Entry::of(position, |to_name| Some(load(path.after(to_name)?.1).value()))
            })
            .expect("moves lead to positions of the index");
        entries[rank as usize].store(entry.0, Ordering::Relaxed);
    })?;
    // In place.
    Ok(entries.into_iter().map(|entry| Entry(entry.into_inner())).collect())
}
