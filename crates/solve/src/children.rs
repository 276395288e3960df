//! The positions that moves lead to, looked up many at once, so that a processor waits for several reads of memory
//! at the same time.

use std::cell::Cell;

use perfectplay_core::control::Control;
use rayon::prelude::*;

use crate::error::{Mistake, SolveError};
use crate::find::{Run, guarded, key};
use crate::game::{End, Game};
use crate::positions::{Key, Number, Shard};

/// How many positions have their moves looked up together.
const TOGETHER: usize = 32;
/// How many positions a thread takes at a time.
const TASK: usize = 1 << 12;

/// A position, and what is known of it but for its value.
pub(crate) struct Visited<'a> {
    pub(crate) number: Number,
    pub(crate) end: Option<End>,
    /// What its moves lead to; nothing if it has ended.
    pub(crate) children: &'a [Child],
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    key: Key,
    pub(crate) number: Number,
    /// Whether the player who moves there moves again.
    pub(crate) same_player: bool,
}

/// Positions to be visited, in parts that are independent of each other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a> {
    Runs(&'a [Run]),
    Numbers(&'a [Number]),
}

/// All positions that were found, to be visited in any order.
pub(crate) struct Graph<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) shards: &'a [Shard],
    pub(crate) control: Control<'a>,
}

impl<G: Game> Graph<'_, G> {
    pub(crate) fn word(&self, number: Number) -> u64 {
        self.shards[number.shard()].words[number.place()]
    }

    pub(crate) fn position(&self, number: Number) -> G::Position {
        self.game.unpack(self.word(number))
    }

    /// The error that the description is wrong at a position.
    pub(crate) fn mistake(&self, number: Number, mistake: Mistake) -> SolveError {
        SolveError::Mistake { position: self.game.show(self.position(number)), mistake }
    }

    /// Visits positions on all threads; each has a `T` of its own, which are returned. `prefetch` is told a number
    /// that a child is likely to have, some time before the child is looked at.
    pub(crate) fn visit<T: Send>(
        &self,
        part: Part<'_>,
        prefetch: impl Fn(Number) + Sync,
        new: impl Fn() -> T + Send + Sync,
        visit: impl Fn(&mut T, Visited<'_>) -> Result<(), SolveError> + Sync,
    ) -> Result<Vec<T>, SolveError> {
        let visit_all = |numbers: &mut dyn Iterator<Item = Number>| {
            let (mut own, mut batch, at) = (new(), Batch::default(), Cell::new(0));
            let mut taken = Vec::with_capacity(TOGETHER);
            loop {
                taken.clear();
                taken.extend(Iterator::take(&mut *numbers, TOGETHER));
                if taken.is_empty() {
                    return Ok(own);
                }
                guarded(self.game, &at, || {
                    self.visit_together(&taken, &mut batch, &at, &prefetch, |it| {
                        visit(&mut own, it)
                    })
                })?;
                self.control.advance(taken.len() as u64)?;
            }
        };
        match part {
            Part::Runs(runs) => {
                let numbers = |run: &Run| {
                    let (shard, first) = (run.first.shard(), run.first.place());
                    visit_all(
                        &mut (first..first + run.len as usize)
                            .map(|place| Number::new(shard, place)),
                    )
                };
                match runs {
                    [run] => Ok(vec![numbers(run)?]),
                    _ => runs.par_iter().map(numbers).collect(),
                }
            }
            Part::Numbers(numbers) if numbers.len() <= TOGETHER => {
                Ok(vec![visit_all(&mut numbers.iter().copied())?])
            }
            Part::Numbers(numbers) => numbers
                .par_chunks(TASK)
                .map(|numbers| visit_all(&mut numbers.iter().copied()))
                .collect(),
        }
    }

    fn visit_together(
        &self,
        numbers: &[Number],
        batch: &mut Batch,
        at: &Cell<u64>,
        prefetch: &impl Fn(Number),
        mut visit: impl FnMut(Visited<'_>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        batch.children.clear();
        batch.ends.clear();
        for &number in numbers {
            let word = self.word(number);
            at.set(word);
            let position = self.game.unpack(word);
            let end = self.game.end(position);
            let mut result = Ok(());
            if end.is_none() {
                self.game.moves(position, |_, child| match key(self.game, child) {
                    Ok(key) => {
                        self.shards[key.shard()].prefetch_slot(key);
                        let same_player = self.game.same_player(position, child);
                        let number = Number::new(0, 0);
                        batch.children.push(Child { key, number, same_player });
                    }
                    Err(error) => result = Err(error),
                });
            }
            result?;
            batch.ends.push((end, batch.children.len()));
        }
        for child in &batch.children {
            let shard = child.key.shard();
            self.shards[shard]
                .prefetch_word(child.key, |place| prefetch(Number::new(shard, place)));
        }
        for child in &mut batch.children {
            let shard = child.key.shard();
            let Some(place) = self.shards[shard].place(child.key) else {
                let position = self.game.show(self.game.unpack(child.key.word));
                return Err(SolveError::Mistake { position, mistake: Mistake::Changed });
            };
            child.number = Number::new(shard, place);
        }
        let mut start = 0;
        for (&number, &(end, children_end)) in numbers.iter().zip(&batch.ends) {
            let word = self.word(number);
            at.set(word);
            let children = &batch.children[start..children_end];
            visit(Visited { number, end, children })?;
            start = children_end;
        }
        Ok(())
    }
}

/// Memory for positions that are visited together.
#[derive(Default)]
struct Batch {
    children: Vec<Child>,
    /// How each position has ended, and where its children end.
    ends: Vec<(Option<End>, usize)>,
}
