//! `number-N` up to 23: every position with numbers up to N, with plies and winning moves.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay_core::Game;
use perfectplay_core::number::{Entry, Index, Position, Trie};
use perfectplay_format::Header;
use perfectplay_query::{Family, TableFolder};
use rayon::prelude::*;

use super::{header, parameter};
use crate::statistics::NumberStatistics;
use crate::write::write_table;
use crate::{BuildError, Control, Interrupted};

pub(super) fn build(
    family: Family,
    bound: u8,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let index = Index::new(bound);
    let (positions, trie) = index.build();
    control.bar.set_length(positions.len() as u64);
    let ranks = index.over(&trie).expect("the index reads what it built");
    let entries = solve(&positions, ranks, control)?;
    let mut statistics = NumberStatistics::default();
    entries.iter().for_each(|&entry| statistics.add(entry));
    let states = positions.len() as u64;
    let header = Header {
        name: family.to_string(),
        encoding: "trie+entry32".to_owned(),
        parameters: vec![parameter("bound", bound)],
        ..header(Game::Number, states, statistics.statistics())
    };
    let entries: Vec<u8> = entries.iter().flat_map(|entry| entry.0.to_le_bytes()).collect();
    write_table(folder, header, &[("trie", &trie), ("entries", &entries)], control)
}

/// All entries in rank order.
fn solve(
    positions: &[Position],
    ranks: Trie<'_>,
    control: &Control<'_>,
) -> Result<Vec<Entry>, Interrupted> {
    // A size's entries are scattered over the ranks: each is stored once, and
    // read by larger positions alone, which come when all of a size are done.
    let entries: Vec<AtomicU32> = positions.iter().map(|_| AtomicU32::new(0)).collect();
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
    Ok(entries.into_iter().map(|entry| Entry(entry.into_inner())).collect())
}

/// Calls `solve` with the rank of every position, those with 0, 1, 2, … numbers after one
/// another and those with equally many at once.
///
/// A move takes at least one number away, so it leads to what has been solved before.
pub(crate) fn for_each_by_size(
    positions: &[Position],
    control: &Control<'_>,
    solve: impl Fn(u32) + Sync,
) -> Result<(), Interrupted> {
    const CHUNK: usize = 1024;
    let mut sizes = vec![Vec::new(); 64];
    for (rank, position) in positions.iter().enumerate() {
        sizes[position.mask().count_ones() as usize].push(rank as u32);
    }
    sizes.iter().try_for_each(|ranks| {
        ranks.par_chunks(CHUNK).try_for_each(|chunk| {
            chunk.iter().for_each(|&rank| solve(rank));
            control.advance(chunk.len() as u64)
        })
    })
}
