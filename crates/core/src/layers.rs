//! Solving layer by layer: entries that follow from those of lower layers.
//!
//! [`LayeredGame`] describes what a layer reads and how it is cut into tasks with disjoint outputs. [`solve_all`]
//! returns the entries of all layers, [`solve_last`] those of the last two, and [`fill_layer`] fills one layer in
//! memory of the caller. [`pieces`] are for a caller that keeps entries elsewhere: they fill any states of a layer
//! piece by piece. The entries depend neither on the cut nor on which thread runs which task, so they are the same
//! for any number of threads.
//!
//! With the feature `rayon` tasks run on the threads of the rayon pool that the caller is on. Without it, or
//! on no pool, they run on the calling thread.

use std::ops::Range;

use thiserror::Error;
use zerocopy::FromZeros;

use crate::control::{Control, Interrupted};
use crate::{parallel, threads};

/// States in layers, each computed from lower layers alone.
pub trait LayeredGame: Sync {
    /// The stored value of a state.
    type Entry: FromZeros + Copy + Send + Sync;

    /// Some consecutive states of a layer, as a unit of work.
    type Task: Send + Sync;

    /// About how many states a task should have when threads share the work.
    const TASK: usize;

    /// The number of layers, at least 1.
    fn layers(&self) -> usize;

    /// The states of a layer. Layer 0 begins with state 0, and every other layer where the one
    /// before ends.
    ///
    /// # Panics
    /// If there is no such layer.
    fn layer(&self, layer: usize) -> Range<u64>;

    /// The states whose entries a layer reads; by default all before it.
    ///
    /// # Panics
    /// If there is no such layer.
    fn reads(&self, layer: usize) -> Range<u64> {
        0..self.layer(layer).start
    }

    /// The states whose entries some states of a layer read, in ascending ranges within what the whole
    /// layer [reads](Self::reads), which is the default.
    ///
    /// # Panics
    /// If the layer does not have these states.
    fn reads_of(&self, layer: usize, _states: &Range<u64>) -> Vec<Range<u64>> {
        vec![self.reads(layer)]
    }

    /// Cuts a layer into tasks of about `states` states. They cover the layer in order, without
    /// gaps, and may be filled in any order or at once.
    ///
    /// # Panics
    /// If there is no such layer.
    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = Self::Task>;

    /// How many states a task has.
    fn task_len(&self, task: &Self::Task) -> usize;

    /// Computes the entries of a task's states into `out`, which is as long as the task. `lower` holds
    /// the entries that the layer [reads](Self::reads).
    ///
    /// # Panics
    /// If `lower` is too short or `out` has another length.
    fn fill(&self, task: &Self::Task, lower: &[Self::Entry], out: &mut [Self::Entry]);
}

impl<L: LayeredGame> LayeredGame for &L {
    type Entry = L::Entry;
    type Task = L::Task;
    const TASK: usize = L::TASK;

    fn layers(&self) -> usize {
        (**self).layers()
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        (**self).layer(layer)
    }

    fn reads(&self, layer: usize) -> Range<u64> {
        (**self).reads(layer)
    }

    fn reads_of(&self, layer: usize, states: &Range<u64>) -> Vec<Range<u64>> {
        (**self).reads_of(layer, states)
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = Self::Task> {
        (**self).tasks(layer, states)
    }

    fn task_len(&self, task: &Self::Task) -> usize {
        (**self).task_len(task)
    }

    fn fill(&self, task: &Self::Task, lower: &[Self::Entry], out: &mut [Self::Entry]) {
        (**self).fill(task, lower, out);
    }
}

/// Memory could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{bytes} bytes of memory are needed, and the system does not give them")]
pub struct OutOfMemory {
    /// How many bytes were asked for.
    pub bytes: u64,
}

/// Why solving ended without entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// It was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The memory could not be allocated.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// The entries of the last two layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastLayers<E> {
    /// The last layer but one; empty if there is only one.
    pub before: Vec<E>,
    /// The last layer.
    pub last: Vec<E>,
}

/// The entries of all layers. Progress is reported to `control`.
pub fn solve_all<L: LayeredGame>(
    game: &L,
    control: Control<'_>,
) -> Result<Vec<L::Entry>, SolveError> {
    let mut entries = zeros(game.layer(game.layers() - 1).end)?;
    for layer in 0..game.layers() {
        let states = game.layer(layer);
        let (lower, out) = entries.split_at_mut(states.start as usize);
        let lower = part(lower, &(0..states.start), &game.reads(layer));
        fill_layer(game, layer, lower, &mut out[..len(&states)], control)?;
    }
    Ok(entries)
}

/// The entries of the last two layers, with no more than two in memory at a time. Progress is
/// reported to `control`.
///
/// # Errors
/// If it is stopped, or the memory for two layers cannot be allocated.
///
/// # Panics
/// If a layer reads more than the one before it.
pub fn solve_last<L: LayeredGame>(
    game: &L,
    control: Control<'_>,
) -> Result<LastLayers<L::Entry>, SolveError> {
    // Layers alternate between the two vectors, so each must hold the largest of every other layer.
    let largest = |first: usize| {
        let layers = (first..game.layers()).step_by(2);
        layers.map(|layer| len(&game.layer(layer)) as u64).max().unwrap_or(0)
    };
    let (mut last, mut before) = (zeros(largest(0))?, zeros(largest(1))?);
    let mut known = 0..0;
    for layer in 0..game.layers() {
        if layer > 0 {
            std::mem::swap(&mut last, &mut before);
        }
        let states = game.layer(layer);
        let lower = part(&before, &known, &game.reads(layer));
        fill_layer(game, layer, lower, &mut last[..len(&states)], control)?;
        known = states;
    }
    last.truncate(len(&known));
    before.truncate(match game.layers() {
        1 => 0,
        layers => len(&game.layer(layers - 2)),
    });
    Ok(LastLayers { before, last })
}

/// Computes the entries of a layer into `out`, which is as long as the layer. `lower` holds the
/// entries that it [reads](LayeredGame::reads). Progress is reported to `control`.
///
/// # Errors
/// If it is stopped; `out` is then partly filled.
///
/// # Panics
/// If there is no such layer, or a slice has another length.
pub fn fill_layer<L: LayeredGame>(
    game: &L,
    layer: usize,
    lower: &[L::Entry],
    mut out: &mut [L::Entry],
    control: Control<'_>,
) -> Result<(), Interrupted> {
    assert_eq!(out.len(), len(&game.layer(layer)), "as many entries as the layer has states");
    let mut work = Vec::new();
    for task in game.tasks(layer, L::TASK) {
        let (own, after) = out.split_at_mut(game.task_len(&task));
        work.push((task, own));
        out = after;
    }
    for_each(work, |(task, out)| {
        game.fill(&task, lower, out);
        control.advance(out.len() as u64)
    })
}

/// Consecutive states of a layer that one thread fills at once: a task, or the part of it that is
/// wanted.
#[derive(Clone, Debug)]
pub struct Piece<T> {
    task: T,
    /// The first state of the task.
    first: u64,
    states: Range<u64>,
}

/// Cuts some states of a layer into pieces. They cover the states in order, without gaps, may be filled
/// in any order or at once, and have about `about` states each.
///
/// # Panics
/// If there is no such layer.
pub fn pieces<L: LayeredGame>(
    game: &L,
    layer: usize,
    states: Range<u64>,
    about: usize,
) -> impl Iterator<Item = Piece<L::Task>> {
    let mut next = game.layer(layer).start;
    game.tasks(layer, about).filter_map(move |task| {
        let first = next;
        next += game.task_len(&task) as u64;
        let states = states.start.max(first)..states.end.min(next);
        (!states.is_empty()).then_some(Piece { task, first, states })
    })
}

impl<T> Piece<T> {
    /// Its states.
    pub fn states(&self) -> Range<u64> {
        self.states.clone()
    }

    /// Computes the entries of its states, in memory of `space`. `lower` holds the entries that the layer
    /// [reads](LayeredGame::reads); the entries that these states do not [read](LayeredGame::reads_of) may be anything.
    ///
    /// # Errors
    /// If the memory for its entries cannot be allocated.
    pub fn fill<'a, L: LayeredGame<Task = T>>(
        &self,
        game: &L,
        lower: &[L::Entry],
        space: &'a mut Vec<L::Entry>,
    ) -> Result<&'a mut [L::Entry], OutOfMemory> {
        let len = game.task_len(&self.task);
        if space.len() < len {
            *space = zeros(len as u64)?;
        }
        // A task is filled as a whole: only those at the ends of a range are cut.
        game.fill(&self.task, lower, &mut space[..len]);
        let from = (self.states.start - self.first) as usize;
        Ok(&mut space[from..][..self::len(&self.states)])
    }
}

/// Runs every piece of work, in parallel.
pub fn for_each<T: Send>(
    work: Vec<T>,
    run: impl Fn(T) -> Result<(), Interrupted> + Sync,
) -> Result<(), Interrupted> {
    // Waking a pool of threads takes longer than solving a small layer; and a caller that is on none has not
    // provided one.
    if work.len() <= 1 || !threads::is_on_a_pool() {
        return work.into_iter().try_for_each(run);
    }
    parallel::each_of(work, run)
}

/// A vector of `len` zeros, in memory that is not touched before it is used.
pub fn zeros<E: FromZeros>(len: u64) -> Result<Vec<E>, OutOfMemory> {
    let zeros = usize::try_from(len).ok().and_then(|len| E::new_vec_zeroed(len).ok());
    zeros.ok_or(OutOfMemory { bytes: len.saturating_mul(size_of::<E>() as u64) })
}

/// Reserves memory for `more` further items. Repeated calls make the vector grow by doubling.
#[doc(hidden)]
pub fn reserve<T>(vec: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    vec.try_reserve(more).map_err(|_| out_of::<T>(vec.len().saturating_add(more)))
}

/// Reserves memory for exactly `more` further items.
#[doc(hidden)]
pub fn reserve_exact<T>(vec: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    vec.try_reserve_exact(more).map_err(|_| out_of::<T>(vec.len().saturating_add(more)))
}

/// The error that `len` items cannot be allocated.
#[doc(hidden)]
pub fn out_of<T>(len: usize) -> OutOfMemory {
    OutOfMemory { bytes: (len as u64).saturating_mul(size_of::<T>() as u64) }
}

/// The entries of `states`, where `entries` begins with the entries of `known`.
fn part<'a, E>(entries: &'a [E], known: &Range<u64>, states: &Range<u64>) -> &'a [E] {
    if states.is_empty() {
        return &[];
    }
    let is_known = known.start <= states.start && states.end <= known.end;
    assert!(is_known, "a layer reads entries that are not kept");
    let from = (states.start - known.start) as usize;
    &entries[from..from + len(states)]
}

fn len(states: &Range<u64>) -> usize {
    (states.end - states.start) as usize
}
