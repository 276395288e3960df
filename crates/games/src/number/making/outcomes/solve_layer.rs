//! The positions of one layer, solved and sorted into classes on all threads.

use std::sync::Mutex;

use perfectplay_core::parallel::Scratch;

use crate::number::{
    Census, Choosing, ChosenPiece, Filters, GroupSolver, Layer, LookUps, Outcomes, Position,
    Selection,
};
use crate::preludes::making::*;

/// How many pieces a thread lists at once.
const PIECES: usize = 64;

/// What a thread needs to solve groups and to choose the losing positions.
struct Worker<'a> {
    solver: GroupSolver,
    /// Who wins in the layers that are finished, those of smaller largest numbers, with a cache for this thread.
    smaller: LookUps<'a>,
    choosing: Choosing,
}

/// Solves the groups of a layer, those of each list in parallel; returns the losing positions.
pub(super) fn solve<'a>(
    layer: Layer,
    groups: &'a [Vec<Position>],
    smaller: Outcomes<'_>,
    control: Control<'_>,
) -> Result<(Census, Selection<'a>), SolveError> {
    let worker = || Worker {
        solver: GroupSolver::new(layer),
        smaller: LookUps::new(smaller),
        choosing: Choosing::new(layer),
    };
    let workers = Scratch::<Option<Worker<'_>>>::default();
    let census = Mutex::new(Census::new(layer.largest()));
    let mut losing = Selection::new(layer, groups);
    while let Some(groups) = losing.next_list() {
        let solve = |groups: &[Position]| {
            workers.with(|idle| {
                let Worker { solver, smaller, choosing } = idle.get_or_insert_with(worker);
                let (mut solved, mut count) = (Census::new(layer.largest()), 0);
                for &group in groups {
                    let find_lost = |positions: &[Position]| smaller.find_lost(positions);
                    solver.solve(group, &losing, find_lost, |position, is_lost| {
                        solved.add(position, is_lost);
                        count += 1;
                        if is_lost {
                            choosing.choose(position);
                        }
                    });
                    choosing.end_group();
                }
                census.lock().expect("no thread panics with it").merge(&solved);
                control.advance(count)?;
                Ok(choosing.piece()?)
            })
        };
        let pieces = in_parallel(groups, solve)?;
        losing.push(pieces);
    }
    Ok((census.into_inner().expect("no thread panics with it"), losing))
}

/// The winning positions of a layer that pass their filters.
pub(super) fn passing<'a>(
    layer: Layer,
    groups: &'a [Vec<Position>],
    filters: Filters<'_>,
    losing: &Selection<'_>,
    control: Control<'_>,
) -> Result<Selection<'a>, SolveError> {
    let workers = Scratch::<Option<(GroupSolver, Choosing)>>::default();
    let choose = |groups: &[Position]| {
        workers.with(|idle| {
            let new = || (GroupSolver::new(layer), Choosing::new(layer));
            let (solver, choosing) = idle.get_or_insert_with(new);
            for &group in groups {
                let lost = losing.near(group);
                filters.for_each_passing(solver.positions(group), |position| {
                    if !lost.contains(position) {
                        choosing.choose(position);
                    }
                });
                choosing.end_group();
            }
            control.check()?;
            Ok(choosing.piece()?)
        })
    };
    // No list needs another one here.
    let lists: Result<_, SolveError> =
        tasks(groups.len()).collect(|list| in_parallel(&groups[list], choose));
    let mut passing = Selection::new(layer, groups);
    lists?.into_iter().for_each(|pieces| passing.push(pieces));
    Ok(passing)
}

/// The pieces of a list of groups.
fn in_parallel(
    groups: &[Position],
    piece: impl Fn(&[Position]) -> Result<ChosenPiece, SolveError> + Send + Sync,
) -> Result<Vec<ChosenPiece>, SolveError> {
    let each: Vec<&[Position]> = memory::collect(Selection::pieces_of(groups))?;
    tasks(each.len()).one_at_a_time().collect(|number| piece(each[number]))
}

/// Calls `each` with all chosen positions, in parallel.
pub(super) fn for_each(
    chosen: &Selection<'_>,
    each: impl Fn(Position) + Sync,
    control: Control<'_>,
) -> Result<(), SolveError> {
    let pieces: Vec<_> = memory::collect_all(chosen.lists().flatten())?;
    tasks(pieces.len().div_ceil(PIECES)).each(|task| {
        let pieces = &pieces[task * PIECES..pieces.len().min((task + 1) * PIECES)];
        let listed = |&(groups, piece)| chosen.listed(groups, piece);
        pieces.iter().flat_map(listed).for_each(&each);
        Ok(control.check()?)
    })
}
