//! `number-N` up to 23: every position with numbers up to N, with plies and winning moves.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay_core::game::Game;
use perfectplay_core::number::{Entry, Index, Number, Position, Trie};
use perfectplay_format::{Header, Parameter};
use perfectplay_query::TableFolder;
use rayon::prelude::*;

use crate::statistics::NumberStatistics;
use crate::write::write_table;
use crate::{BuildError, Control, Family, Interrupted};

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
    let header = Header {
        game: Number::NAME.to_owned(),
        name: family.to_string(),
        rules: Number::RULES.to_owned(),
        encoding: "trie+entry32".to_owned(),
        parameters: vec![Parameter { name: "bound".to_owned(), value: bound.into() }],
        board: String::new(),
        states: positions.len() as u64,
        sections: Vec::new(),
        checksums: 0,
        statistics: statistics.statistics(),
    };
    let entries: Vec<u8> = entries.iter().flat_map(|entry| entry.0.to_le_bytes()).collect();
    write_table(folder, header, &[("trie", &trie), ("entries", &entries)], control)
}

/// All entries in rank order.
///
/// A move takes at least one number away, so positions with equally many numbers
/// make a layer, whose entries depend on those of smaller layers alone.
fn solve(
    positions: &[Position],
    ranks: Trie<'_>,
    control: &Control<'_>,
) -> Result<Vec<Entry>, Interrupted> {
    const CHUNK: usize = 1024;
    // A layer's entries are scattered over the ranks: each is stored once, and
    // read by later layers alone, which the end of a layer orders.
    let entries: Vec<AtomicU32> = positions.iter().map(|_| AtomicU32::new(0)).collect();
    let load = |rank: u64| Entry(entries[rank as usize].load(Ordering::Relaxed));
    for layer in layers(positions) {
        layer.par_chunks(CHUNK).try_for_each(|chunk| {
            for &rank in chunk {
                let position = positions[rank as usize];
                let entry = ranks
                    .path(position)
                    .and_then(|path| {
                        Entry::of(position, |to_name| Some(load(path.after(to_name)?.1).value()))
                    })
                    .expect("moves lead to positions of the index");
                entries[rank as usize].store(entry.0, Ordering::Relaxed);
            }
            control.advance(chunk.len() as u64)
        })?;
    }
    Ok(entries.into_iter().map(|entry| Entry(entry.into_inner())).collect())
}

/// The ranks of the positions with 0, 1, 2, … numbers.
fn layers(positions: &[Position]) -> Vec<Vec<u32>> {
    let mut layers = vec![Vec::new(); 64];
    for (rank, position) in positions.iter().enumerate() {
        layers[position.mask().count_ones() as usize].push(rank as u32);
    }
    layers
}
