//! Verifies a table by the description of its game: every entry follows by the plain rule, no position is missing,
//! and the description agrees with itself. Only the search for the positions is shared with the solver.

use perfectplay_core::coded::CodedValues;
use perfectplay_core::control::Control;
use perfectplay_oracle::Value;
use rayon::prelude::*;

use crate::children::{Ask, Batch, Purpose};
use crate::error::SolveError;
use crate::find::{Sought, search};
use crate::positions::SHARDS;
use crate::rule::by_rule;
use crate::symmetry::Symmetries;
use crate::value::{Counts, Stored, added, listed, no_counts};

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
    let found = search(game, Sought::Positions, memory, control)?;
    control.set_position(0);
    let symmetries = Symmetries::new(game, &found);
    let new = || Checker {
        game,
        stored,
        control,
        symmetries: &symmetries,
        counts: no_counts(),
        words: Vec::new(),
        batch: Batch::default(),
        values: Vec::new(),
    };
    // What is kept is asked on one thread.
    let least = if G::IS_KEPT { SHARDS } else { SHARDS / 64 };
    let shards = found.shards.par_iter().with_min_len(least);
    let counts = shards
        .try_fold(new, |own, shard| own.check_all(&shard.words))
        .map(|own| own?.finish())
        .try_reduce(no_counts, |one, other| Ok(added(one, other)))?;
    Ok(FoundAgain { states: found.states, moves: found.moves, counts: listed(counts) })
}

/// Checks positions, on one thread.
struct Checker<'a, G> {
    game: &'a G,
    stored: CodedValues<'a>,
    control: Control<'a>,
    symmetries: &'a Symmetries<'a, G>,
    /// How often each value was found.
    counts: Vec<u64>,
    /// Those that are checked next.
    words: Vec<u64>,
    batch: Batch,
    values: Vec<(Value, bool)>,
}

impl<G: Ask> Checker<'_, G> {
    fn check_all(mut self, words: &[u64]) -> Result<Self, SolveError> {
        for &word in words {
            self.words.push(word);
            if self.words.len() == G::TOGETHER {
                self.check()?;
            }
        }
        Ok(self)
    }

    /// Checks what is left. Returns how often each value was found.
    fn finish(mut self) -> Result<Vec<u64>, SolveError> {
        self.check()?;
        Ok(self.counts)
    }

    fn check(&mut self) -> Result<(), SolveError> {
        let Self { game, stored, control, symmetries, counts, words, batch, values } = self;
        words.iter().for_each(|&word| stored.prefetch(word));
        game.ask(words, Purpose::Verify, batch, |key| stored.prefetch(key.word))?;
        symmetries.check(&mut batch.others)?;
        let value = |word| {
            let damaged = || SolveError::Damaged { position: game.shown(word) };
            stored.value(word).ok_or_else(damaged)
        };
        let solved = |value: u16| Stored(value.cast_signed()).solved(game.kind());
        for visited in batch.visited() {
            values.clear();
            for child in visited.children {
                values.push((solved(value(child.key.word)?), child.same_player));
            }
            if stored.may_have(visited.word) != Some(true) {
                return Err(SolveError::Damaged { position: game.shown(visited.word) });
            }
            let entry = value(visited.word)?;
            let follows = by_rule(game.kind(), visited.end, values);
            if follows != Some(solved(entry)) {
                return Err(SolveError::Entry {
                    position: game.shown(visited.word),
                    stored: solved(entry).to_string(),
                    follows: follows.map_or_else(|| "no value".to_owned(), |it| it.to_string()),
                });
            }
            counts[usize::from(entry)] += 1;
        }
        control.advance(words.len() as u64)?;
        words.clear();
        Ok(())
    }
}
