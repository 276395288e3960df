//! Verifies a table by the description of its game: every entry follows by the plain rule, no position is missing,
//! and the description agrees with itself. Only the search for the positions is shared with the solver.

use perfectplay_core::coded::CodedValues;
use perfectplay_core::control::Control;
use perfectplay_oracle::Value;
use rayon::prelude::*;

use crate::children::{Batch, TOGETHER, check_text, shown};
use crate::error::SolveError;
use crate::find::{Sought, search};
use crate::game::Game;
use crate::positions::{Key, SHARDS};
use crate::rule::by_rule;
use crate::symmetry::check_symmetries;
use crate::value::{Counts, Stored, added, listed, no_counts};

/// What was found again.
pub(crate) struct FoundAgain {
    pub(crate) states: u64,
    pub(crate) moves: u64,
    pub(crate) counts: Counts,
}

/// Compares the values of a game with its rules. All positions are found anew, in at most `memory` bytes.
pub(crate) fn verify<G: Game>(
    game: &G,
    stored: CodedValues<'_>,
    memory: u64,
    control: Control<'_>,
) -> Result<FoundAgain, SolveError> {
    let found = search(game, Sought::Positions, memory, control)?;
    control.set_position(0);
    let new = || Checker {
        game,
        stored,
        counts: no_counts(),
        has_symmetries: false,
        batch: Batch::new(game),
        values: Vec::new(),
    };
    let shards = found.shards.par_iter().with_min_len(SHARDS / 64);
    let (counts, has_symmetries) = shards
        .try_fold(new, |own, shard| own.check_all(&shard.words, control))
        .map(|own| own.map(|own| (own.counts, own.has_symmetries)))
        .try_reduce(
            || (no_counts(), false),
            |one, other| Ok((added(one.0, other.0), one.1 || other.1)),
        )?;
    if has_symmetries {
        check_symmetries(game, &found, control)?;
    }
    Ok(FoundAgain { states: found.states, moves: found.moves, counts: listed(counts) })
}

/// Checks positions, on one thread.
struct Checker<'a, G> {
    game: &'a G,
    stored: CodedValues<'a>,
    /// How often each value was found.
    counts: Vec<u64>,
    /// Whether some position was not the canonical one.
    has_symmetries: bool,
    batch: Batch<'a, G>,
    values: Vec<(Value, bool)>,
}

impl<G: Game> Checker<'_, G> {
    fn check_all(mut self, words: &[u64], control: Control<'_>) -> Result<Self, SolveError> {
        for words in words.chunks(TOGETHER) {
            self.check(words)?;
            control.advance(words.len() as u64)?;
        }
        Ok(self)
    }

    fn check(&mut self, words: &[u64]) -> Result<(), SolveError> {
        let Self { game, stored, counts, has_symmetries, batch, values } = self;
        words.iter().for_each(|&word| stored.prefetch(word));
        batch.fill(
            words.iter().copied(),
            |position| check_text(*game, position),
            |child| {
                let canonical = game.canonical(child);
                *has_symmetries |= canonical != child;
                let key = Key::new(game.pack(canonical));
                stored.prefetch(key.word);
                Ok(key)
            },
        )?;
        let value = |word| {
            let damaged = || SolveError::Damaged { position: shown(*game, word) };
            stored.value(word).ok_or_else(damaged)
        };
        let solved = |value: u16| Stored(value.cast_signed()).solved(game.values());
        for visited in batch.visited() {
            values.clear();
            for child in visited.children {
                values.push((solved(value(child.key.word)?), child.same_player));
            }
            if stored.may_have(visited.word) != Some(true) {
                return Err(SolveError::Damaged { position: shown(*game, visited.word) });
            }
            let entry = value(visited.word)?;
            let follows = by_rule(game.values(), visited.end, values);
            if follows != Some(solved(entry)) {
                return Err(SolveError::Entry {
                    position: shown(*game, visited.word),
                    stored: solved(entry).to_string(),
                    follows: follows.map_or_else(|| "no value".to_owned(), |it| it.to_string()),
                });
            }
            counts[usize::from(entry)] += 1;
        }
        Ok(())
    }
}
