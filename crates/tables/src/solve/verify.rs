//! Verifies a table by the description of its game: every entry follows by the plain rule, no position is missing,
//! and the description agrees with itself. Only the search for the positions is shared with the solver.

use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use perfectplay_core::coded::CodedValues;
use perfectplay_core::control::Control;
use perfectplay_query::Value;
use rayon::prelude::*;

use crate::solve::children::{Ask, Batch, Purpose, mistake};
use crate::solve::error::{Mistake, SolveError};
use crate::solve::find::{FoundPositions, Goal, search};
use crate::solve::game::Game;
use crate::solve::positions::{ByNumber, Key, Number, SHARDS, Shard};
use crate::solve::rule::by_rule;
use crate::solve::symmetry::check_symmetries;
use crate::solve::value::{Counts, StoredValue, added, listed, no_counts};

/// What was found again.
pub(crate) struct FoundAgain {
    pub(crate) states: u64,
    pub(crate) moves: u64,
    pub(crate) counts: Counts,
}

/// Compares the values of a game with its rules. All positions are found anew, in at most `memory` bytes.
pub(crate) fn verify<G: Ask>(
    game: &G,
    stored: CodedValues<'_>,
    memory: u64,
    control: Control<'_>,
) -> Result<FoundAgain, SolveError> {
    let found = search(game, Goal::Positions, memory, control)?;
    control.set_position(0);
    let prints = OnceLock::new();
    let new = || Checker {
        game,
        stored,
        control,
        found: &found,
        prints: &prints,
        counts: no_counts(),
        batch: Batch::default(),
        values: Vec::new(),
    };
    let shards = found.shards.par_chunks(if G::IS_KEPT { SHARDS } else { SHARDS / 64 });
    let counts = shards.map(|shards| new().check_all(shards));
    let counts = counts.try_reduce(no_counts, |one, other| Ok(added(one, other)))?;
    Ok(FoundAgain { states: found.states, moves: found.moves, counts: listed(counts) })
}

/// Checks positions, on one thread.
struct Checker<'a, G> {
    game: &'a G,
    stored: CodedValues<'a>,
    control: Control<'a>,
    found: &'a FoundPositions,
    /// For [`check_symmetries`], if there are any.
    prints: &'a OnceLock<ByNumber<AtomicU64>>,
    /// How often each value was found.
    counts: Vec<u64>,
    batch: Batch,
    values: Vec<(Value, bool)>,
}

impl<G: Ask> Checker<'_, G> {
    /// Returns how often each value was found.
    fn check_all(mut self, shards: &[Shard]) -> Result<Vec<u64>, SolveError> {
        let mut words = Vec::new();
        for (place, shard) in shards.iter().enumerate() {
            words.extend(&shard.words);
            if words.len() >= G::TOGETHER || place + 1 == shards.len() {
                words.chunks(G::TOGETHER).try_for_each(|words| self.check(words))?;
                words.clear();
            }
        }
        Ok(self.counts)
    }

    fn check(&mut self, words: &[u64]) -> Result<(), SolveError> {
        let Self { game, stored, control, found, prints, counts, batch, values } = self;
        words.iter().for_each(|&word| stored.prefetch(word));
        game.ask(words, Purpose::Verify, batch)?;
        batch.children.iter().for_each(|child| stored.prefetch(child.key.word));
        if !batch.others.is_empty() {
            let prints = match prints.get() {
                Some(prints) => prints,
                None => {
                    let new = ByNumber::new(&found.shards, &found.memory, AtomicU64::default)?;
                    prints.get_or_init(|| new)
                }
            };
            check_symmetries(*game, &mut batch.others, |canonical| {
                let key = Key::new(canonical);
                let place = found.shards[key.shard()].place(key);
                let place = place.ok_or_else(|| mistake(*game, canonical, Mistake::Changed))?;
                Ok(prints.at(Number::new(key.shard(), place)))
            })?;
        }
        let value = |word| {
            let damaged = || SolveError::Damaged { position: game.shown(word) };
            stored.value(word).ok_or_else(damaged)
        };
        let solved = |value: u16| StoredValue(value.cast_signed()).solved(game.game().values());
        for visited in batch.visited() {
            values.clear();
            for child in visited.children {
                values.push((solved(value(child.key.word)?), child.same_player));
            }
            if stored.may_have(visited.word) != Some(true) {
                return Err(SolveError::Damaged { position: game.shown(visited.word) });
            }
            let entry = value(visited.word)?;
            let follows = by_rule(game.game().values(), visited.end, values);
            if follows != Some(solved(entry)) {
                return Err(SolveError::Entry {
                    position: game.shown(visited.word),
                    stored: solved(entry).to_string(),
                    follows: follows.map_or_else(|| "no value".to_owned(), |it| it.to_string()),
                });
            }
            counts[usize::from(entry)] += 1;
        }
        Ok(control.advance(words.len() as u64)?)
    }
}
