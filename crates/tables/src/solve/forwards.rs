//! The values of all positions.

use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::Relaxed;

use perfectplay_core::control::{Control, Event};
use rayon::prelude::*;

use crate::solve::backwards::{OPEN, backwards};
use crate::solve::children::{Ask, ended, mistake};
use crate::solve::error::{Mistake, SolveError};
use crate::solve::find::FoundPositions;
use crate::solve::game::{Game, Values};
use crate::solve::graph::Graph;
use crate::solve::order::{Queue, repeated, waves};
use crate::solve::positions::{ByNumber, Number, SHARDS};
use crate::solve::value::{Best, Counts, StoredValue, added, listed, no_counts};

/// All positions of a game, solved.
#[derive(Debug)]
pub(crate) struct SolvedPositions {
    /// The words, by shard.
    pub(crate) words: Vec<Vec<u64>>,
    pub(crate) values: ByNumber<AtomicU16>,
}

impl ByNumber<AtomicU16> {
    #[inline]
    pub(crate) fn value(&self, number: Number) -> StoredValue {
        StoredValue(self.at(number).load(Relaxed).cast_signed())
    }

    #[inline]
    pub(crate) fn set(&self, number: Number, value: StoredValue) {
        self.at(number).store(value.0.cast_unsigned(), Relaxed);
    }

    /// Whether the value was `old`, and is `new` from now on.
    #[inline]
    pub(crate) fn replace(&self, number: Number, old: StoredValue, new: StoredValue) -> bool {
        let [old, new] = [old, new].map(|value| value.0.cast_unsigned());
        self.at(number).compare_exchange(old, new, Relaxed, Relaxed).is_ok()
    }
}

impl SolvedPositions {
    /// The values that occur.
    pub(crate) fn counts(&self) -> Counts {
        let count = |mut counts: Vec<u64>, values: &Vec<AtomicU16>| {
            for value in values {
                counts[usize::from(value.load(Relaxed))] += 1;
            }
            counts
        };
        let shards = self.values.0.par_iter().with_min_len(SHARDS / 8);
        listed(shards.fold(no_counts, count).reduce(no_counts, added))
    }
}

/// Solves all positions that were found.
pub(crate) fn solve<G: Ask>(
    game: &G,
    found: FoundPositions,
    control: Control<'_>,
) -> Result<SolvedPositions, SolveError> {
    let FoundPositions { shards, start, parents, states, memory, .. } = found;
    let graph = Graph { game, shards: &shards, states, memory: &memory, control };
    let values = ByNumber::new(&shards, &memory, || AtomicU16::new(OPEN.0.cast_unsigned()))?;
    let queue = Queue::new(states, &memory)?;
    let waves = waves(&graph, &parents, start, &queue)?;
    control.event(Event::Phase { name: "solving", states: Some(states) });
    control.set_position(0);
    if (queue.len() as u64) < states {
        match game.game().values() {
            Values::Outcome | Values::Misere => backwards(&graph, parents, &values, &queue)?,
            _ => return Err(repeated(&graph, &parents)?),
        }
    }
    for wave in waves.into_iter().rev() {
        solve_positions(&graph, queue.wave(wave), &values)?;
    }
    Ok(SolvedPositions { words: shards.into_iter().map(|shard| shard.words).collect(), values })
}

/// Solves positions whose moves lead to solved ones.
fn solve_positions<G: Ask>(
    graph: &Graph<'_, G>,
    positions: impl ParallelIterator<Item = impl Iterator<Item = Number>>,
    values: &ByNumber<AtomicU16>,
) -> Result<(), SolveError> {
    let kind = graph.game.game().values();
    let has_plies = kind.has_plies();
    graph.visit(positions, Some(values), |number, visited| {
        let mut best = Best::new(kind);
        for child in visited.children {
            let value = values.value(child.number);
            if has_plies && value.is_furthest() {
                return Err(mistake(graph.game, visited.word, Mistake::Plies));
            }
            best.add(value, child.same_player);
        }
        let value = match best.take() {
            Some(value) => value,
            None => ended(graph.game, visited.word, visited.end)?,
        };
        values.set(number, value);
        Ok(())
    })
}
