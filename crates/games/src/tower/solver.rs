//! The solver: fills a layer from lower layers, in tasks that may run at the same time.

use std::ops::Range;

use super::class::{self, Class};
use super::index::{Index, Shape, Slab};
use super::kernel::{CompleteTop, MovedRow, MovedRows, OpenTop, Target, Targets};
use super::multiset::Neighbors;
use super::state::{COMPLETE_KINDS, HOLDS, TOP_KINDS};
use super::takes::{ONE, Places, TWO};
use perfectplay_core::layers::LayeredGame;

/// Solves the entries of an index. It has tables of neighbours: two megabytes for twelve levels.
#[derive(Clone, Debug)]
pub struct Solver<'a> {
    index: &'a Index,
    neighbors: Neighbors,
}

/// Consecutive rows of a slab: a unit of work.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    slab: Slab,
    first: u64,
    rows: u64,
    /// The first entry that its layer reads.
    base: u64,
}

impl<'a> Solver<'a> {
    /// A solver of all entries of an index.
    pub fn new(index: &'a Index) -> Self {
        let neighbors = Neighbors::new(index.levels() as u32 - 1);
        Self { index, neighbors }
    }
}

impl LayeredGame for Solver<'_> {
    type Entry = f64;
    type Task = Task;
    const TASK: usize = 1 << 14;

    fn layers(&self) -> usize {
        self.index.layers()
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        self.index.layer_entries(layer)
    }

    /// From the first slab that moves of the layer lead to, up to the last one.
    fn reads(&self, layer: usize) -> Range<u64> {
        let targets = || self.index.layer(layer).iter().flat_map(|slab| self.target_entries(slab));
        let start = targets().map(|entries| entries.start).min().unwrap_or(0);
        start..targets().map(|entries| entries.end).max().unwrap_or(0)
    }

    /// The slabs that moves of the states' slabs lead to.
    fn reads_of(&self, layer: usize, states: &Range<u64>) -> Vec<Range<u64>> {
        let slabs = self.index.layer(layer).iter().filter(|slab| {
            let entries = slab.entries();
            entries.start < states.end && states.start < entries.end
        });
        let mut reads: Vec<_> = slabs.flat_map(|slab| self.target_entries(slab)).collect();
        reads.sort_unstable_by_key(|entries| entries.start);
        reads.dedup();
        reads
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = Task> {
        let base = self.reads(layer).start;
        self.index.layer(layer).iter().flat_map(move |&slab| {
            let step = (states / slab.row_len).max(1) as u64;
            let firsts = (0..slab.rows).step_by(step as usize);
            firsts.map(move |first| Task { slab, first, rows: step.min(slab.rows - first), base })
        })
    }

    fn task_len(&self, task: &Task) -> usize {
        task.rows as usize * task.slab.row_len
    }

    fn fill(&self, task: &Task, lower: &[f64], out: &mut [f64]) {
        assert_eq!(out.len(), self.task_len(task), "as many entries as the task has");
        let shape = task.slab.shape;
        if shape.complete == 0 && shape.two == 0 {
            out.fill(0.0);
            return;
        }
        match shape.blocks {
            1 => self.fill_open::<{ TOP_KINDS[2] }, { HOLDS[2] }, { TOP_KINDS[1] }>(
                task, &ONE, lower, out,
            ),
            2 => self.fill_open::<{ TOP_KINDS[3] }, { HOLDS[3] }, { TOP_KINDS[2] }>(
                task, &TWO, lower, out,
            ),
            _ => self.fill_complete(task, lower, out),
        }
    }
}

impl Solver<'_> {
    /// Fills rows of states whose top has one or two blocks; see [`OpenTop::fill_row`] for the
    /// numbers.
    fn fill_open<const TO: usize, const HOLD: usize, const TOPS: usize>(
        &self,
        task: &Task,
        places: &Places<TOPS>,
        lower: &[f64],
        out: &mut [f64],
    ) {
        let Slab { shape, row_len, .. } = task.slab;
        let mut top = OpenTop::new(shape.two, self.targets(task));
        let mut class = Class::of_row(shape.complete, task.first as u32);
        for (row, out) in (task.first as u32..).zip(out.chunks_exact_mut(row_len)) {
            top.start(row);
            self.for_each_less(class, |kind, less| {
                let (row, exchanged) = self.folded_row(less);
                top.push(kind, row, exchanged);
            });
            top.fill_row::<TO, HOLD, TOPS>(places, lower, out);
            class = class.next();
        }
    }

    /// Fills rows of states whose top is complete.
    fn fill_complete(&self, task: &Task, lower: &[f64], out: &mut [f64]) {
        let Slab { shape, row_len, .. } = task.slab;
        let mut top = CompleteTop::new(shape.two, self.targets(task));
        let mut class = Class::of_row(shape.complete, task.first as u32);
        for out in out.chunks_exact_mut(row_len) {
            // Only taking from a two-block level keeps all complete levels. Without two-block
            // levels the index may have no rows with one complete level more.
            top.start(if shape.two > 0 { self.rows_with_top(class) } else { MovedRows::default() });
            self.for_each_less(class, |kind, less| top.push(kind, self.rows_with_top(less)));
            top.fill_row(lower, out);
            class = class.next();
        }
    }

    fn targets(&self, task: &Task) -> Targets {
        let target = |shape: Option<Shape>| {
            shape.map_or_else(Target::default, |shape| Target::new(self.slab(shape), task.base))
        };
        let [stays, dies, fewer] = task.slab.shape.after_moves().map(target);
        Targets { stays, dies, fewer }
    }

    /// The entries of the slabs that moves of a slab lead to.
    fn target_entries(&self, slab: &Slab) -> impl Iterator<Item = Range<u64>> {
        let shapes = slab.shape.after_moves().into_iter().flatten();
        shapes.map(|shape| self.slab(shape).entries())
    }

    fn slab(&self, shape: Shape) -> &Slab {
        self.index.slab(shape).expect("moves lead to reachable shapes")
    }

    /// Calls `visit` with each kind that occurs in a multiset, and the multiset with one less of
    /// it.
    fn for_each_less(&self, class: Class, mut visit: impl FnMut(usize, Class)) {
        let Class { green, blue, fixed } = class;
        for (kind, less) in self.neighbors.minus(green.0, green.1) {
            visit(kind, Class { green: (green.0 - 1, less), ..class });
        }
        for (kind, less) in self.neighbors.minus(blue.0, blue.1) {
            visit(8 + kind, Class { blue: (blue.0 - 1, less), ..class });
        }
        if fixed.0 > fixed.1 {
            visit(16, Class { fixed: (fixed.0 - 1, fixed.1), ..class });
        }
        if fixed.1 > 0 {
            visit(17, Class { fixed: (fixed.0 - 1, fixed.1 - 1), ..class });
        }
    }

    /// The row of a multiset, and whether the row holds it with green and blue exchanged.
    fn folded_row(&self, class: Class) -> (u32, bool) {
        if class.is_canonical() { (class.row(), false) } else { (class.exchanged().row(), true) }
    }

    /// By kind, the row of a multiset with a complete level of that kind added.
    fn rows_with_top(&self, class: Class) -> MovedRows {
        let Class { green, blue, fixed: (w, x) } = class;
        let greens = (green.0 + 1, *self.neighbors.plus(green.1));
        let blues = (blue.0 + 1, *self.neighbors.plus(blue.1));
        let greens = class::rows(greens, blue, (w, x));
        let blues = class::rows(blues, green, (w, x));
        let mut rows = [MovedRow::default(); COMPLETE_KINDS];
        // If both halves come out equal, each call may return either of the two entries of the
        // state: their values are equal.
        for kind in 0..8 {
            let (row, exchanged) = greens[kind];
            rows[kind] = MovedRow::new(row, exchanged);
            let (row, exchanged) = blues[kind];
            rows[8 + kind] = MovedRow::new(row, !exchanged);
        }
        for more in 0..2 {
            let [(row, exchanged)] = class::rows((green.0, [green.1]), blue, (w + 1, x + more));
            rows[16 + more as usize] = MovedRow::new(row, exchanged);
        }
        MovedRows::new(rows)
    }
}
