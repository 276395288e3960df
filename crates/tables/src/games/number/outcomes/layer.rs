//! The positions of one layer, solved on all threads.

use std::sync::{Mutex, PoisonError};

use perfectplay_core::number::{
    Census, GroupSolver, Key, Layer, Outcomes, OutcomesBuilder, Position,
};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::memory::{self, out_of};
use crate::{Control, OutOfMemory, SolveError};

/// How many groups one thread lists at a time.
const TASK: usize = 32;

/// A thread takes at most so many tasks at once, so that others find some that are not begun.
const SPLIT: usize = 2;

/// The losing positions of a layer, as a list in a fixed order, and to look them up.
#[derive(Debug, Default)]
pub(super) struct Losing {
    list: Vec<Position>,
    set: FxHashSet<Position>,
}

impl Losing {
    pub(super) fn list(&self) -> &[Position] {
        &self.list
    }

    fn extend(&mut self, more: &[Position]) -> Result<(), OutOfMemory> {
        let positions = self.set.len() + more.len();
        self.set.try_reserve(more.len()).map_err(|_| out_of::<Position>(positions))?;
        self.set.extend(more);
        memory::extend(&mut self.list, more.iter().copied())
    }
}

/// The solvers of a layer that no thread is using.
struct Solvers {
    layer: Layer,
    idle: Mutex<Vec<GroupSolver>>,
}

impl Solvers {
    fn new(layer: Layer) -> Self {
        Self { layer, idle: Mutex::default() }
    }

    fn with<T>(&self, work: impl FnOnce(&mut GroupSolver) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let solver = idle().pop();
        let mut solver = solver.unwrap_or_else(|| GroupSolver::new(self.layer));
        let done = work(&mut solver);
        idle().push(solver);
        done
    }
}

/// What was counted and found in some groups of a layer.
struct Tally {
    census: Census,
    losing: Vec<Position>,
}

impl Tally {
    fn new(layer: Layer) -> Self {
        Self { census: Census::new(layer.largest()), losing: Vec::new() }
    }

    fn and(mut self, other: Self) -> Result<Self, OutOfMemory> {
        self.census.merge(&other.census);
        memory::extend(&mut self.losing, other.losing.into_iter())?;
        Ok(self)
    }
}

/// Solves the groups of a layer, those of each list in parallel.
pub(super) fn solve(
    layer: Layer,
    groups: &[Vec<Position>],
    smaller: Outcomes<'_>,
    control: Control<'_>,
) -> Result<(Census, Losing), SolveError> {
    let (mut census, mut losing) = (Census::new(layer.largest()), Losing::default());
    let solvers = Solvers::new(layer);
    for groups in groups {
        let is_lost = |position: Position| {
            if position.largest() == layer.largest() {
                losing.set.contains(&position)
            } else {
                smaller.is_lost(position).expect("smaller layers are finished")
            }
        };
        let solve = |&group: &Position| {
            let (mut tally, mut count) = (Tally::new(layer), 0);
            solvers.with(|solver| {
                // A group has some thousand positions.
                solver.solve(group, is_lost, |position, lost| {
                    tally.census.add(position, lost);
                    count += 1;
                    if lost {
                        tally.losing.push(position);
                    }
                });
            });
            control.advance(count)?;
            Ok::<_, SolveError>(tally)
        };
        let tally = groups
            .par_iter()
            .with_max_len(SPLIT)
            .map(solve)
            .try_reduce(|| Tally::new(layer), |one, other| Ok(one.and(other)?))?;
        census.merge(&tally.census);
        losing.extend(&tally.losing)?;
    }
    Ok((census, losing))
}

/// The positions of a layer that pass their filters, in a fixed order.
pub(super) fn passing(
    layer: Layer,
    groups: &[Vec<Position>],
    outcomes: &OutcomesBuilder,
    losing: &Losing,
    control: Control<'_>,
) -> Result<Vec<Vec<Key>>, SolveError> {
    let tasks = groups.iter().map(|groups| groups.len().div_ceil(TASK)).sum();
    let mut pieces: Vec<&[Position]> = memory::with_room(tasks)?;
    groups.iter().for_each(|groups| pieces.extend(groups.chunks(TASK)));
    let solvers = Solvers::new(layer);
    let passing = |groups: &&[Position]| {
        let mut passing = Vec::new();
        solvers.with(|solver| {
            for &group in *groups {
                let positions = solver.positions(group);
                let keys = positions.filter(|&position| outcomes.passes(position));
                let keys = keys.map(|position| Key::new(position, losing.set.contains(&position)));
                memory::extend(&mut passing, keys)?;
            }
            Ok::<_, SolveError>(())
        })?;
        control.check()?;
        // All lists of a layer are held at once, so their spare capacity would add up.
        passing.shrink_to_fit();
        Ok(passing)
    };
    pieces.par_iter().with_max_len(SPLIT).map(passing).collect()
}
