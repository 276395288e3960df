//! The positions that were found, as a graph whose edges are asked of the description again.

use std::cell::Cell;
use std::sync::atomic::AtomicU16;

use perfectplay_core::control::Control;
use rayon::prelude::*;

use crate::solve::children::{Ask, Batch, Child, Purpose, VisitedPosition, guarded, mistake};
use crate::solve::error::{Mistake, SolveError};
use crate::solve::game::Game;
use crate::solve::memory::Memory;
use crate::solve::positions::{ByNumber, FEW_RUNS, Key, Number, Run, SHARDS, Shard};

pub(crate) struct Graph<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) shards: &'a [Shard],
    pub(crate) states: u64,
    pub(crate) memory: &'a Memory,
    pub(crate) control: Control<'a>,
}

/// Runs in parts that threads can take.
pub(crate) fn parts(runs: &[Run]) -> impl ParallelIterator<Item = impl Iterator<Item = Number>> {
    runs.par_iter().with_min_len(FEW_RUNS).map(Run::numbers)
}

impl<G: Ask> Graph<'_, G> {
    pub(crate) fn word(&self, number: Number) -> u64 {
        self.shards[number.shard()].words[number.place()]
    }

    pub(crate) fn position(&self, number: Number) -> <G::Game as Game>::Position {
        self.game.game().unpack(self.word(number))
    }

    /// All positions.
    pub(crate) fn all(&self) -> Vec<Run> {
        (0..SHARDS).filter_map(|shard| Run::new(shard, 0..self.shards[shard].words.len())).collect()
    }

    /// Visits positions on all threads. Of what `read` has the processor fetches what belongs to the children.
    pub(crate) fn visit(
        &self,
        parts: impl ParallelIterator<Item = impl Iterator<Item = Number>>,
        read: Option<&ByNumber<AtomicU16>>,
        visit: impl Fn(Number, VisitedPosition<'_>) -> Result<(), SolveError> + Sync,
    ) -> Result<(), SolveError> {
        let new = || (Batch::default(), Vec::with_capacity(G::TOGETHER));
        parts.try_for_each_init(new, |(batch, numbers), mut part| {
            loop {
                numbers.clear();
                numbers.extend(part.by_ref().take(G::TOGETHER));
                if numbers.is_empty() {
                    return Ok(());
                }
                self.look_up(batch, numbers, read)?;
                // Moves that are not always the same can lead anywhere.
                let at = Cell::new(0);
                guarded(self.game, &at, || {
                    numbers.iter().zip(batch.visited()).try_for_each(|(&number, visited)| {
                        at.set(visited.word);
                        visit(number, visited)
                    })
                })?;
                self.control.advance(numbers.len() as u64)?;
            }
        })
    }

    fn look_up(
        &self,
        batch: &mut Batch,
        numbers: &[Number],
        read: Option<&ByNumber<AtomicU16>>,
    ) -> Result<(), SolveError> {
        let shard = |key: Key| &self.shards[key.shard()];
        let words: Vec<u64> = numbers.iter().map(|&number| self.word(number)).collect();
        self.game.ask(&words, Purpose::Solve, batch)?;
        batch.children.iter().for_each(|child| shard(child.key).prefetch_slot(child.key));
        for &Child { key, .. } in &batch.children {
            if let (Some(place), Some(read)) = (shard(key).prefetch_word(key), read) {
                read.prefetch(Number::new(key.shard(), place));
            }
        }
        for Child { key, number, .. } in &mut batch.children {
            let place = shard(*key).place(*key);
            let place = place.ok_or_else(|| mistake(self.game, key.word, Mistake::Changed))?;
            *number = Number::new(key.shard(), place);
        }
        Ok(())
    }
}
