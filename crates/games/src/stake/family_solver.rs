//! The solver of a family's entries.

use std::ops::Range;

use super::family::{Group, image};
use super::family_kernel::{Child, Kernel};
use super::patterns::{CELLS, unpacked};
use super::{FamilyIndex, FamilyLookup, canonical, regions};
use crate::combinatorics::{bits, spread};
use perfectplay_core::layers::LayeredGame;

/// Solves all boards of a family. A layer is the boards with equally many empty cells.
#[derive(Clone, Copy, Debug)]
pub struct FamilySolver<'a> {
    lookup: FamilyLookup<'a>,
}

/// Some canonical patterns with equally many filled cells: a unit of work.
#[derive(Clone, Debug)]
pub struct FamilyTask {
    group: Group,
    ranks: Range<u32>,
}

impl<'a> FamilySolver<'a> {
    /// The solver of all boards of `index`, whose [`patterns`](FamilyIndex::patterns) are given;
    /// `None` if those have the wrong length.
    pub fn new(index: &'a FamilyIndex, patterns: &'a [u8]) -> Option<Self> {
        Some(Self { lookup: index.over(patterns)? })
    }

    /// The scores of the full boards with these filled cells, all of a board's.
    fn fill_full(size: usize, filled: u32, out: &mut [i8]) {
        let cells = filled.count_ones() as usize;
        for (rank, out) in (0..).zip(out) {
            let zeros = spread(canonical::unranked(rank, cells.div_ceil(2)), filled);
            *out = regions::score(&unpacked(size, zeros, filled & !zeros));
        }
    }

    /// What moves in the empty cells lead to. `lower` begins with entry `known`.
    fn children<'l>(
        &self,
        group: Group,
        filled: u32,
        (known, lower): (u64, &'l [i8]),
    ) -> impl Iterator<Item = Child<'l>> {
        let lookup = self.lookup;
        let size = group.size;
        let zero_moves = group.filled.is_multiple_of(2);
        let len = super::patterns::choices(group.filled + 1) as usize;
        let empty = ((1u32 << (size * size)) - 1) & !filled;
        bits(empty).map(move |cell| {
            let place = lookup.place(size, filled | 1 << cell);
            // The bit of a cell's image among the child's cells.
            let moved = |cell: u32| {
                let less = image(size, place.symmetry, 1 << cell) - 1;
                1 << (place.canonical & less).count_ones()
            };
            let mut all = [0; CELLS];
            all.iter_mut().zip(bits(filled)).for_each(|(bit, cell)| *bit = moved(cell));
            let start = (place.start - known) as usize;
            let zero = if zero_moves { moved(cell) } else { 0 };
            Child { moved: all, zero, entries: &lower[start..start + len] }
        })
    }
}

/// How many of a pattern's cells make the low half: those of as many rows as have about half of them.
fn cut(size: usize, filled: u32) -> usize {
    let of_rows = |rows: usize| (filled & ((1 << (size * rows)) - 1)).count_ones() as usize;
    let cells = filled.count_ones() as usize;
    (0..=size).map(of_rows).min_by_key(|cut| cells.abs_diff(2 * cut)).unwrap_or_default()
}

impl LayeredGame for FamilySolver<'_> {
    /// The score, seen by the player to move.
    type Entry = i8;
    type Task = FamilyTask;
    const TASK: usize = 1 << 17;

    fn layers(&self) -> usize {
        let size = self.lookup.index().size();
        size * size + 1
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        assert!(layer < self.layers(), "there is such a layer");
        let index = self.lookup.index();
        index.layer_start(layer)..index.layer_start(layer + 1)
    }

    /// Those of the layer before.
    fn reads(&self, layer: usize) -> Range<u64> {
        layer.checked_sub(1).map_or(0..0, |before| self.layer(before))
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = FamilyTask> {
        assert!(layer < self.layers(), "there is such a layer");
        self.lookup.index().groups(layer).flat_map(move |group| {
            let states = u32::try_from(states).unwrap_or(u32::MAX);
            let step = states.div_ceil(group.choices()).max(1);
            (0..group.patterns).step_by(step as usize).map(move |first| FamilyTask {
                group,
                ranks: first..first.saturating_add(step).min(group.patterns),
            })
        })
    }

    fn task_len(&self, task: &FamilyTask) -> usize {
        task.ranks.len() * task.group.choices() as usize
    }

    fn fill(&self, task: &FamilyTask, lower: &[i8], out: &mut [i8]) {
        assert_eq!(out.len(), self.task_len(task), "as many entries as the task has");
        let Group { size, filled, .. } = task.group;
        let known = self.reads(size * size - filled).start;
        let mut kernel = (filled < size * size).then(|| Kernel::new(filled));
        let blocks = out.chunks_exact_mut(task.group.choices() as usize);
        for (rank, out) in task.ranks.clone().zip(blocks) {
            let pattern = self.lookup.pattern(size, filled, rank);
            let pattern = pattern.expect("the look-up table is that of the index");
            match &mut kernel {
                Some(kernel) => {
                    let children = self.children(task.group, pattern, (known, lower));
                    kernel.fill(cut(size, pattern), children, out);
                }
                None => Self::fill_full(size, pattern, out),
            }
        }
    }
}
