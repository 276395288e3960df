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
    /// By range of the table: how many positions are there.
    pub(crate) by_range: Vec<u64>,
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
        by_range: vec![0; stored.ranges()],
        batch: Batch::default(),
        values: Vec::new(),
    };
    let shards = found.shards.par_chunks(if G::IS_KEPT { SHARDS } else { SHARDS / 64 });
    let counts = shards.map(|shards| new().check_all(shards));
    let none = || [no_counts(), vec![0; stored.ranges()]];
    let both = |[a, b]: [Vec<u64>; 2], [c, d]: [Vec<u64>; 2]| Ok([added(a, c), added(b, d)]);
    let [counts, by_range] = counts.try_reduce(none, both)?;
    Ok(FoundAgain { states: found.states, moves: found.moves, counts: listed(counts), by_range })
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
    /// How many positions each range of the table has.
    by_range: Vec<u64>,
    batch: Batch,
    values: Vec<(Value, bool)>,
}

impl<G: Ask> Checker<'_, G> {
    /// Returns how often each value was found, and how many positions there are in each range.
    fn check_all(mut self, shards: &[Shard]) -> Result<[Vec<u64>; 2], SolveError> {
        let mut words = Vec::new();
        for (place, shard) in shards.iter().enumerate() {
            words.extend(&shard.words);
            if words.len() >= G::TOGETHER || place + 1 == shards.len() {
                words.chunks(G::TOGETHER).try_for_each(|words| self.check(words))?;
                words.clear();
            }
        }
        Ok([self.counts, self.by_range])
    }

    fn check(&mut self, words: &[u64]) -> Result<(), SolveError> {
        let Self { game, stored, control, found, prints, counts, by_range, batch, values } = self;
        let own: Vec<_> = words.iter().map(|&word| stored.place(word)).collect();
        game.ask(words, Purpose::Verify, batch)?;
        let children: Vec<_> =
            batch.children.iter().map(|child| stored.place(child.key.word)).collect();
        let mut places = children.into_iter();
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
        let damaged = |word| SolveError::Damaged { position: game.shown(word) };
        let solved = |value: u16| StoredValue(value.cast_signed()).solved(game.game().values());
        for (visited, own) in batch.visited().zip(own) {
            values.clear();
            for (child, place) in visited.children.iter().zip(places.by_ref()) {
                let value = place.and_then(|place| stored.value_at(place));
                let value = value.ok_or_else(|| damaged(child.key.word))?;
                values.push((solved(value), child.same_player));
            }
            let own = own.filter(|&place| stored.may_have_at(place) == Some(true));
            let own = own.ok_or_else(|| damaged(visited.word))?;
            let entry = stored.value_at(own).ok_or_else(|| damaged(visited.word))?;
            by_range[own.number] += 1;
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
