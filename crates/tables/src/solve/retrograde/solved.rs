//! All positions of a game, solved.

use std::collections::HashSet;
use std::sync::atomic::AtomicI16;
use std::sync::atomic::Ordering::Relaxed;

use perfectplay_core::control::{Control, Event};

use super::parents::{Asked, Parents};
use super::waves::Waves;
use crate::solve::children::{Ask, Batch, Purpose, mistake};
use crate::solve::encode::RangeWriter;
use crate::solve::error::{Mistake, SolveError};
use crate::solve::game::Game;
use crate::solve::levels::{AllPositions, BLOCK, Store, find_all, words};
use crate::solve::summary::{Summary, outcome};
use crate::solve::value::{Counts, StoredValue, listed, no_counts};

/// All positions of a game, by number, with their values.
pub(crate) struct SolvedPositions {
    pub(crate) positions: AllPositions,
    values: Vec<AtomicI16>,
    pub(crate) counts: Counts,
    pub(crate) summary: Summary,
}

impl SolvedPositions {
    /// Finds all positions, and their parents, for others to go on from.
    pub(crate) fn link<G: Ask>(
        game: &G,
        store: &Store<'_>,
        control: Control<'_>,
    ) -> Result<(), SolveError> {
        let positions = find_all(game, store, control, |_| Ok(()))?;
        Parents::new(game, &positions, store, control, |_, _| {}).map(drop)
    }

    /// Finds and solves all positions.
    pub(crate) fn new<G: Ask>(
        game: &G,
        store: &Store<'_>,
        control: Control<'_>,
    ) -> Result<Self, SolveError> {
        let kind = game.game().values();
        let positions = find_all(game, store, control, |_| Ok(()))?;
        let states = u32::try_from(positions.states).map_err(|_| SolveError::TooLarge)? as usize;
        let mut waves = Waves::new(kind, states, store.memory)?;
        let mut summary = Summary { moves: positions.moves, ..Summary::default() };
        let parents =
            Parents::new(game, &positions, store, control, |number, asked| match asked {
                Asked::Moves(moves) => waves.has_moves(number, moves),
                Asked::Ended(value, way) => {
                    waves.has_ended(number, StoredValue(value.cast_signed()));
                    summary.ended[way] += 1;
                }
            })?;
        control.event(Event::Phase { name: "solving", states: Some(positions.states) });
        control.set_position(0);
        let word = |number: usize| positions.word(number);
        let furthest = |number| match word(number) {
            Ok(word) => mistake(game, word, Mistake::Plies),
            Err(error) => error,
        };
        if let Some(open) = waves.run(&parents, control, furthest)?
            && !kind.has_plies()
        {
            return Err(repeated(game, &positions, &waves, open)?);
        }
        let values = waves.into_values(store.memory);
        let (mut counts, mut outcomes) = (no_counts(), [0; 3]);
        for value in &values {
            let value = value.load(Relaxed);
            counts[usize::from(value.cast_unsigned())] += 1;
            outcomes[outcome(StoredValue(value), kind)] += 1;
        }
        summary.levels.push(outcomes);
        Ok(Self { positions, values, counts: listed(counts), summary })
    }

    /// Writes all positions.
    pub(crate) fn write<'a>(
        &self,
        mut writer: RangeWriter<'a>,
        store: &'a Store<'a>,
    ) -> Result<[Vec<u8>; 5], SolveError> {
        let last = writer.resume(store, 1)?;
        let blocks = self.positions.blocks.iter().zip(self.values.chunks(BLOCK));
        let mut all = Vec::new();
        for (block, values) in blocks {
            all.clear();
            words::read(block, &mut all)?;
            let values = values.iter().map(|value| value.load(Relaxed).cast_unsigned());
            let positions: Vec<(u64, u16)> = all.iter().copied().zip(values).collect();
            writer.add(&positions[positions.partition_point(|&(word, _)| Some(word) <= last)..])?;
        }
        writer.finish()
    }
}

/// The error that play can come back to a position, to which it comes from this one, which is not decided.
fn repeated<G: Ask>(
    game: &G,
    positions: &AllPositions,
    waves: &Waves,
    mut number: usize,
) -> Result<SolveError, SolveError> {
    let (mut visited, mut batch) = (HashSet::new(), Batch::default());
    loop {
        let word = positions.word(number)?;
        if !visited.insert(number) {
            return Ok(mistake(game, word, Mistake::Repeats));
        }
        game.ask(&[word], Purpose::Solve, &mut batch)?;
        // One of its moves leads to another one that is not decided.
        for child in &batch.children {
            match positions.number(child.key.word)? {
                Some(child) if waves.is_open(child) => number = child,
                _ => {}
            }
        }
    }
}
