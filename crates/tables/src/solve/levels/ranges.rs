//! What threads collect for ranges of words.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

use super::store::Block;
use crate::solve::prelude::*;

/// Something that is sorted into runs.
pub(crate) trait Item: Sized + Send {
    /// Some of them as a run, which may have several blocks. Both vectors are then of any content.
    fn run(items: &mut Vec<Self>, spare: &mut Vec<Self>) -> Vec<Block>;
}

/// What one range has collected.
pub(crate) struct Collected<T> {
    pub(crate) items: Vec<T>,
    pub(crate) runs: Vec<Block>,
}

/// What all ranges have collected.
pub(crate) struct Ranges<'a, T> {
    collected: Vec<Mutex<Collected<T>>>,
    /// How many items a range collects before they are sorted.
    room: usize,
    memory: &'a Memory,
}

impl<'a, T: Item> Ranges<'a, T> {
    pub(crate) fn new(count: usize, room: usize, memory: &'a Memory) -> Self {
        let empty = |_| Mutex::new(Collected { items: Vec::new(), runs: Vec::new() });
        Self { collected: (0..count).map(empty).collect(), room, memory }
    }

    pub(crate) const fn len(&self) -> usize {
        self.collected.len()
    }

    fn range(&self, range: usize) -> MutexGuard<'_, Collected<T>> {
        self.collected[range].lock().expect("no panic holds it")
    }

    /// Adds what a thread has found, and takes it out.
    pub(crate) fn add(
        &self,
        range: usize,
        found: &mut Vec<T>,
        spare: &mut Vec<T>,
    ) -> Result<(), SolveError> {
        let mut open = self.range(range);
        if open.items.capacity() == 0 && self.len() > 1 {
            open.items.reserve_exact(self.room + found.len());
        }
        open.items.append(found);
        if open.items.len() < self.room {
            return Ok(());
        }
        let mut items = std::mem::take(&mut open.items);
        drop(open);
        let run = T::run(&mut items, spare);
        self.memory.take(run.iter().map(Block::memory).sum())?;
        self.range(range).runs.extend(run);
        Ok(())
    }

    /// Takes what a range has collected.
    pub(crate) fn take(&self, range: usize) -> Collected<T> {
        let empty = Collected { items: Vec::new(), runs: Vec::new() };
        let collected = std::mem::replace(&mut *self.range(range), empty);
        self.memory.give(collected.runs.iter().map(Block::memory).sum());
        collected
    }

    /// Takes what some ranges have collected, as runs.
    pub(crate) fn take_runs(
        &self,
        ranges: Range<usize>,
        control: Control<'_>,
    ) -> Result<Vec<Block>, SolveError> {
        let take = |range| {
            let Collected { mut items, mut runs } = self.take(range);
            if !items.is_empty() {
                runs.extend(T::run(&mut items, &mut Vec::new()));
            }
            control.check().map(|()| runs)
        };
        let runs: Result<Vec<_>, _> = ranges.into_par_iter().map(take).collect();
        Ok(runs?.into_iter().flatten().collect())
    }
}
