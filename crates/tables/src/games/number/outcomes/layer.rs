//! The positions of one layer, solved and sorted out on all threads.

use std::sync::{Mutex, PoisonError};

use perfectplay_core::number::{
    Census, Choosing, Chosen, ChosenPiece, Filters, GroupSolver, Layer, LookUps, Outcomes, Position,
};
use rayon::prelude::*;

use crate::{Control, SolveError, memory};

/// A thread takes at most so many pieces at once, so that others find some that are not begun.
const SPLIT: usize = 2;

/// What a thread has to solve groups and to choose positions.
struct Worker {
    solver: GroupSolver,
    choosing: Choosing,
    /// Of the groups that it has solved.
    census: Census,
}

/// The workers of a layer that no thread is using.
struct Workers {
    layer: Layer,
    idle: Mutex<Vec<Worker>>,
}

impl Workers {
    fn new(layer: Layer) -> Self {
        Self { layer, idle: Mutex::default() }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Worker) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let worker = idle().pop();
        let mut worker = worker.unwrap_or_else(|| Worker {
            solver: GroupSolver::new(self.layer),
            choosing: Choosing::new(self.layer),
            census: Census::new(self.layer.largest()),
        });
        let done = work(&mut worker);
        idle().push(worker);
        done
    }

    /// What all workers have counted.
    fn census(self) -> Census {
        let mut census = Census::new(self.layer.largest());
        let workers = self.idle.into_inner().unwrap_or_else(PoisonError::into_inner);
        workers.iter().for_each(|worker| census.merge(&worker.census));
        census
    }
}

/// Solves the groups of a layer, those of each list in parallel; returns the losing positions.
pub(super) fn solve<'a>(
    layer: Layer,
    groups: &'a [Vec<Position>],
    smaller: Outcomes<'_>,
    control: Control<'_>,
) -> Result<(Census, Chosen<'a>), SolveError> {
    let workers = Workers::new(layer);
    let mut losing = Chosen::new(layer, groups);
    let is_lost = |position| smaller.is_lost(position).expect("smaller layers are finished");
    while let Some(groups) = losing.next_list() {
        let solve = |groups: &[Position]| {
            workers.with(|Worker { solver, choosing, census }| {
                let mut count = 0;
                for &group in groups {
                    solver.solve(group, &losing, is_lost, |position, is_lost| {
                        census.add(position, is_lost);
                        count += 1;
                        if is_lost {
                            choosing.choose(position);
                        }
                    });
                    choosing.end_group();
                }
                control.advance(count)?;
                Ok(choosing.piece()?)
            })
        };
        let pieces = in_parallel(groups, solve)?;
        losing.push(pieces);
    }
    Ok((workers.census(), losing))
}

/// The winning positions of a layer that pass their filters.
pub(super) fn passing<'a>(
    layer: Layer,
    groups: &'a [Vec<Position>],
    filters: Filters<'_>,
    losing: &Chosen<'_>,
    control: Control<'_>,
) -> Result<Chosen<'a>, SolveError> {
    let workers = Workers::new(layer);
    let mut passing = Chosen::new(layer, groups);
    while let Some(groups) = passing.next_list() {
        let choose = |groups: &[Position]| {
            workers.with(|Worker { solver, choosing, .. }| {
                for &group in groups {
                    let lost = losing.near(group);
                    let passing =
                        solver.positions(group).filter(|&position| filters.pass(position));
                    let winning = passing.filter(|&position| !lost.contains(position));
                    winning.for_each(|position| choosing.choose(position));
                    choosing.end_group();
                }
                control.check()?;
                Ok(choosing.piece()?)
            })
        };
        let pieces = in_parallel(groups, choose)?;
        passing.push(pieces);
    }
    Ok(passing)
}

/// The pieces of a list of groups.
fn in_parallel(
    groups: &[Position],
    piece: impl Fn(&[Position]) -> Result<ChosenPiece, SolveError> + Send + Sync,
) -> Result<Vec<ChosenPiece>, SolveError> {
    let each: Vec<&[Position]> = memory::collect(Chosen::pieces_of(groups))?;
    each.into_par_iter().with_max_len(SPLIT).map(piece).collect()
}

/// Calls `each` with all chosen positions, in parallel.
pub(super) fn for_each(
    chosen: &Chosen<'_>,
    each: impl Fn(Position) + Sync,
    control: Control<'_>,
) -> Result<(), SolveError> {
    chosen.lists().try_for_each(|pieces| {
        let pieces: Vec<_> = memory::collect(pieces)?;
        pieces.par_chunks(256).try_for_each(|pieces| {
            let listed = |&(groups, piece)| chosen.listed(groups, piece);
            pieces.iter().flat_map(listed).for_each(&each);
            Ok(control.check()?)
        })
    })
}
