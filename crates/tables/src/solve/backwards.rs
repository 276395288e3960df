//! The outcomes of positions that play can repeat, from the decided ones back.

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU16, AtomicU32};

use rayon::prelude::*;

use crate::solve::children::{Ask, ended, guarded, mistake};
use crate::solve::error::{Mistake, SolveError};
use crate::solve::game::Game;
use crate::solve::graph::{Graph, parts};
use crate::solve::order::Queue;
use crate::solve::positions::{ByNumber, Number};
use crate::solve::value::StoredValue;

/// A position that is not won or lost, as far as is known.
pub(crate) const OPEN: StoredValue = StoredValue::DRAW;

/// Solves the positions that are not in the queue, which decided ones are put into: those that are won or lost in
/// p + 1 plies follow from those in p plies, by the moves that lead there. What remains is drawn, as each such position
/// has a move to another one of them, and none to one that is lost for the opponent.
///
/// `counts` has how many moves of such positions lead to each; these moves lead to no others.
pub(crate) fn backwards<G: Ask>(
    graph: &Graph<'_, G>,
    counts: ByNumber<AtomicU32>,
    values: &ByNumber<AtomicU16>,
    queue: &Queue,
) -> Result<(), SolveError> {
    // How many moves a position has that are not known to be bad; at first, whether it is one of those to be solved.
    let left = ByNumber::new(graph.shards, graph.memory, AtomicU16::default)?;
    for (left, counts) in left.0.iter().flatten().zip(counts.0.iter().flatten()) {
        left.store(u16::from(counts.load(Relaxed) > 0), Relaxed);
    }
    let parents = Parents::new(graph, counts)?;
    let (all, mut done) = (graph.all(), queue.len());
    graph.visit(parts(&all), None, |number, visited| {
        let left = left.at(number);
        if left.load(Relaxed) == 0 {
            return Ok(());
        }
        left.store(visited.children.len() as u16, Relaxed);
        for child in visited.children {
            parents.add(child.number, number);
        }
        if visited.children.is_empty() {
            let value = ended(graph.game, visited.word, visited.end)?;
            values.set(number, value);
            if value != StoredValue::DRAW {
                queue.push(number);
            }
        }
        Ok(())
    })?;
    while done < queue.len() {
        let wave = done..queue.len();
        done = wave.end;
        queue.wave(wave).try_for_each(|mut part| {
            graph.control.check()?;
            let at = Cell::new(0);
            guarded(graph.game, &at, || {
                part.try_for_each(|number| {
                    at.set(graph.word(number));
                    step_back(graph, number, &parents, &left, values, queue)
                })
            })
        })?;
    }
    Ok(())
}

/// Tells the positions before a decided one of it, and puts those that are decided by that into the queue.
fn step_back<G: Ask>(
    graph: &Graph<'_, G>,
    number: Number,
    parents: &Parents,
    left: &ByNumber<AtomicU16>,
    values: &ByNumber<AtomicU16>,
    queue: &Queue,
) -> Result<(), SolveError> {
    let (position, value) = (graph.position(number), values.value(number));
    for parent in parents.of(number) {
        let parent = Number::from_word(parent.load(Relaxed));
        let same_player = graph.game.game().same_player(graph.position(parent), position);
        let result = value.one_ply_before(same_player);
        if result == StoredValue::DRAW {
            return Err(mistake(graph.game, graph.word(parent), Mistake::Plies));
        }
        // A move that loses decides its position when it is the last one.
        let decides = result > StoredValue::DRAW || left.at(parent).fetch_sub(1, Relaxed) == 1;
        if decides && values.replace(parent, OPEN, result) {
            queue.push(parent);
        }
    }
    Ok(())
}

/// The positions from which moves lead to each, once for each move.
struct Parents {
    /// By place in a shard: where the next one goes; in the end, where those of the next position begin.
    ends: ByNumber<AtomicU32>,
    parents: Vec<Vec<AtomicU32>>,
}

impl Parents {
    /// Room for as many as `counts` says.
    fn new<G>(graph: &Graph<'_, G>, mut counts: ByNumber<AtomicU32>) -> Result<Self, SolveError> {
        let room = |counts: &mut Vec<AtomicU32>| {
            let mut sum = 0u32;
            for count in counts {
                let count = std::mem::replace(count.get_mut(), sum);
                sum = sum.checked_add(count).ok_or(SolveError::TooLarge)?;
            }
            graph.memory.filled(sum as usize, AtomicU32::default)
        };
        let parents: Result<_, SolveError> = counts.0.iter_mut().map(room).collect();
        Ok(Self { parents: parents?, ends: counts })
    }

    fn add(&self, child: Number, parent: Number) {
        let place = self.ends.at(child).fetch_add(1, Relaxed);
        self.parents[child.shard()][place as usize].store(parent.word(), Relaxed);
    }

    fn of(&self, number: Number) -> &[AtomicU32] {
        let ends = &self.ends.0[number.shard()];
        let start = number.place().checked_sub(1).map_or(0, |before| ends[before].load(Relaxed));
        let end = ends[number.place()].load(Relaxed);
        &self.parents[number.shard()][start as usize..end as usize]
    }
}
