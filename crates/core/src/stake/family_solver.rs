//! The solver of a family's entries.

use std::ops::Range;

use super::family::{Block, FamilyIndex, FamilyLookup, Place};
use super::patterns::{assignments, choices, unpacked};
use super::regions;
use crate::combinatorics::bits;
use crate::layers::Layered;

/// Solves all boards of a family. A layer is the boards with equally many empty cells.
#[derive(Clone, Debug)]
pub struct FamilySolver<'a> {
    index: &'a FamilyIndex,
    lookup: FamilyLookup<'a>,
    /// `layers[e]`: the blocks of the boards with e empty cells.
    layers: Vec<Range<usize>>,
}

/// Some canonical patterns of a layer: a unit of work.
#[derive(Clone, Debug)]
pub struct FamilyTask {
    blocks: Range<usize>,
    entries: Range<u32>,
}

impl<'a> FamilySolver<'a> {
    /// The solver of all boards of `index`, whose [`patterns`](FamilyIndex::patterns) are given;
    /// `None` if those have the wrong length.
    #[must_use]
    pub fn new(index: &'a FamilyIndex, patterns: &'a [u8]) -> Option<Self> {
        let lookup = index.over(patterns)?;
        let blocks = index.blocks();
        let first = |empty| {
            let start = index.layer_start(empty);
            blocks.partition_point(|block| u64::from(block.start) < start)
        };
        let cells = index.size() * index.size();
        let layers = (0..=cells).map(|empty| first(empty)..first(empty + 1)).collect();
        Some(Self { index, lookup, layers })
    }

    fn entries(&self, blocks: Range<usize>) -> Range<u32> {
        let all = self.index.blocks();
        let start = |block: usize| all.get(block).map_or(self.index.len() as u32, |b| b.start);
        start(blocks.start)..start(blocks.end)
    }

    fn fill_block(&self, block: &Block, lower: &[i8], out: &mut [i8]) {
        let (size, filled) = (usize::from(block.size), block.pattern);
        let empty = ((1u32 << (size * size)) - 1) as u16 & !filled;
        let zero_moves = filled.count_ones().is_multiple_of(2);
        let cells = bits(empty).map(|bit| 1u16 << bit);
        let children: Vec<(u16, Place<'_>)> =
            cells.map(|cell| (cell, self.lookup.place(size, filled | cell))).collect();
        for (zeros, out) in assignments(filled).zip(out) {
            let worst = children.iter().map(|(cell, place)| {
                let zeros = if zero_moves { zeros | cell } else { zeros };
                lower[place.index_of(zeros) as usize]
            });
            *out = match worst.min() {
                Some(worst) => -worst,
                None => regions::score(&unpacked(size, zeros, filled & !zeros)),
            };
        }
    }
}

impl Layered for FamilySolver<'_> {
    /// The score, seen by the player to move.
    type Entry = i8;
    type Task = FamilyTask;
    const TASK: usize = 1 << 12;

    fn layers(&self) -> usize {
        self.layers.len()
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        let entries = self.entries(self.layers[layer].clone());
        entries.start.into()..entries.end.into()
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = FamilyTask> {
        let Range { mut start, end } = self.layers[layer].clone();
        let cut = u32::try_from(states).unwrap_or(u32::MAX);
        let blocks = self.index.blocks();
        std::iter::from_fn(move || {
            if start == end {
                return None;
            }
            let limit = blocks[start].start.saturating_add(cut);
            let more = blocks[start..end].partition_point(|block| block.start < limit);
            let task = start..start + more.max(1);
            start = task.end;
            Some(FamilyTask { entries: self.entries(task.clone()), blocks: task })
        })
    }

    fn task_len(&self, task: &FamilyTask) -> usize {
        task.entries.len()
    }

    fn fill(&self, task: &FamilyTask, lower: &[i8], out: &mut [i8]) {
        assert_eq!(out.len(), task.entries.len(), "as many entries as the task has");
        for block in &self.index.blocks()[task.blocks.clone()] {
            let start = (block.start - task.entries.start) as usize;
            let len = choices(block.pattern.count_ones() as usize) as usize;
            self.fill_block(block, lower, &mut out[start..start + len]);
        }
    }
}
