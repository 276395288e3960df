//! Positions in waves, one after another: those that are known once the waves before are.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicUsize};

use rayon::prelude::*;

use crate::solve::children::{Ask, mistake};
use crate::solve::error::{Mistake, SolveError};
use crate::solve::graph::{Graph, parts};
use crate::solve::memory::Memory;
use crate::solve::positions::{ByNumber, Number};

/// How many positions of a wave a thread takes at a time.
const TASK: usize = 1 << 10;

/// Positions in the order in which they became known; each comes once.
#[derive(Debug)]
pub(crate) struct Queue {
    numbers: Vec<AtomicU32>,
    len: AtomicUsize,
}

impl Queue {
    /// Room for this many positions.
    pub(crate) fn new(states: u64, memory: &Memory) -> Result<Self, SolveError> {
        let numbers = memory.filled(states as usize, AtomicU32::default)?;
        Ok(Self { numbers, len: AtomicUsize::new(0) })
    }

    pub(crate) fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    #[inline]
    pub(crate) fn push(&self, number: Number) {
        self.numbers[self.len.fetch_add(1, Relaxed)].store(number.word(), Relaxed);
    }

    /// A wave, in parts that threads can take.
    pub(crate) fn wave(
        &self,
        wave: Range<usize>,
    ) -> impl ParallelIterator<Item = impl Iterator<Item = Number>> {
        let number = |word: &AtomicU32| Number::from_word(word.load(Relaxed));
        self.numbers[wave].par_chunks(TASK).map(move |part| part.iter().map(number))
    }
}

/// Puts all positions that play cannot repeat into a queue, in waves from each of which moves lead to later ones
/// alone: a position is in the wave after the last one from which a move leads there. Play can repeat the others, or
/// reaches them only through such ones.
///
/// `parents` has how many moves lead to each position, and in the end how many of them come from the others.
pub(crate) fn waves<G: Ask>(
    graph: &Graph<'_, G>,
    parents: &ByNumber<AtomicU32>,
    start: Number,
    queue: &Queue,
) -> Result<Vec<Range<usize>>, SolveError> {
    let mut waves = Vec::new();
    if parents.at(start).load(Relaxed) == 0 {
        queue.push(start);
    }
    let mut done = 0;
    while done < queue.len() {
        let wave = done..queue.len();
        done = wave.end;
        graph.visit(queue.wave(wave.clone()), None, |_, visited| {
            for child in visited.children {
                if parents.at(child.number).fetch_sub(1, Relaxed) == 1 {
                    queue.push(child.number);
                }
            }
            Ok(())
        })?;
        waves.push(wave);
    }
    Ok(waves)
}

/// The error that play can come back to a position. `parents` has how many moves lead to each position from those that
/// are in no wave.
pub(crate) fn repeated<G: Ask>(
    graph: &Graph<'_, G>,
    parents: &ByNumber<AtomicU32>,
) -> Result<SolveError, SolveError> {
    let is_open = |number: Number| parents.at(number).load(Relaxed) > 0;
    // One of the positions from which moves lead to each.
    let before = ByNumber::new(graph.shards, graph.memory, AtomicU32::default)?;
    let (all, open) = (graph.all(), AtomicU32::default());
    graph.visit(parts(&all), None, |number, visited| {
        for child in visited.children.iter().filter(|_| is_open(number)) {
            before.at(child.number).store(number.word(), Relaxed);
            open.store(number.word(), Relaxed);
        }
        Ok(())
    })?;
    // Whoever goes back again and again is on a circle in the end.
    let back = |number: u32, _| before.at(Number::from_word(number)).load(Relaxed);
    let number = (0..graph.states).fold(open.into_inner(), back);
    let word = graph.word(Number::from_word(number));
    Ok(mistake(graph.game, word, Mistake::Repeats))
}
