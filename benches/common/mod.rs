//! What the benchmarks share: a folder of tables, positions of the Number Game, and times.
#![allow(dead_code, reason = "no benchmark uses all of it")]

pub(crate) mod probes;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use perfectplay_core::number::{GroupSolver, Layer, Position};
use perfectplay_query::{Access, TableFolder};
use rayon::prelude::*;
use tempfile::TempDir;

/// A new folder of tables, which are mapped.
pub(crate) fn folder() -> (TempDir, TableFolder) {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let folder = mapped(directory.path());
    (directory, folder)
}

/// A folder that nothing else writes to, whose tables are mapped.
pub(crate) fn mapped(folder: impl Into<PathBuf>) -> TableFolder {
    #[expect(unsafe_code, reason = "maps are what is measured")]
    // SAFETY: nothing else writes to the folder, and the builder replaces tables only by rename.
    let access = unsafe { Access::map() };
    TableFolder::new(folder).with_access(access)
}

/// Calls `visit` with all positions of a layer, on one thread.
pub(crate) fn for_each_position(largest: u8, mut visit: impl FnMut(Position)) {
    let layer = Layer::new(largest);
    let mut solver = GroupSolver::new(layer);
    for group in layer.groups().expect("memory").concat() {
        solver.positions(group).for_each(&mut visit);
    }
}

/// About `size` of the `states` positions up to a bound, each with the same probability, in a
/// pseudo-random order.
pub(crate) fn sample(bound: u8, states: u64, size: u64) -> Vec<Position> {
    let hash =
        |position: Position| position.mask().wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20);
    let limit = (u128::from(u64::MAX) * u128::from(size) / u128::from(states)) as u64;
    let of_layer = |largest| {
        let mut chosen = Vec::new();
        for_each_position(largest, |position| {
            // A pseudo-random choice, by another hash of the mask than that of the tables.
            if hash(position) ^ hash(position) >> 31 < limit {
                chosen.push(position);
            }
        });
        chosen
    };
    let mut chosen: Vec<Position> =
        (2..=bound).into_par_iter().map(of_layer).flatten_iter().collect();
    chosen.sort_unstable_by_key(|&position| hash(position).wrapping_mul(0xff51_afd7_ed55_8ccd));
    chosen
}

/// The nanoseconds that `ask` takes for a position: the median of nine rounds over all of them.
pub(crate) fn nanoseconds(positions: &[Position], ask: impl Fn(Position) -> bool) -> f64 {
    let mut rounds: Vec<f64> = (0..9)
        .map(|_| {
            let start = Instant::now();
            let yes = positions.iter().filter(|&&position| ask(black_box(position))).count();
            black_box(yes);
            start.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
        })
        .collect();
    rounds.sort_unstable_by(f64::total_cmp);
    rounds[4]
}
