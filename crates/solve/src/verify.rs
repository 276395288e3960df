//! Verifies a table by the description of its game: every entry follows by the plain rule, no position is missing,
//! and the description agrees with itself. Only the search for the positions is shared with the solver.

use std::cell::Cell;

use perfectplay_core::coded::CodedValues;
use perfectplay_core::control::Control;
use rayon::prelude::*;

use crate::error::{Mistake, SolveError};
use crate::find::{Found, canonical_key, find, guarded, key};
use crate::game::{End, Game};
use crate::positions::{SHARDS, Shard};
use crate::rule::by_rule;
use crate::value::{Counts, Solved, Stored, added, listed, no_counts};

/// How many positions have their values looked up together, so that the processor waits for several reads of memory at
/// the same time.
const TOGETHER: usize = 32;

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
    let Found { shards, states, moves, .. } = find(game, memory, control)?;
    let counts = shards
        .par_iter()
        .with_min_len(SHARDS / 64)
        .try_fold(
            || Checker::new(game, stored),
            |checker, shard| checker.check_shard(shard, control),
        )
        .map(|checker| checker.map(|checker| checker.counts))
        .try_reduce(no_counts, |one, other| Ok(added(one, other)))?;
    Ok(FoundAgain { states, moves, counts: listed(counts) })
}

/// Checks positions, on one thread.
struct Checker<'a, G> {
    game: &'a G,
    stored: CodedValues<'a>,
    /// How often each value was found.
    counts: Vec<u64>,
    /// What moves lead to, of the positions that are checked together: words, and whether the same player moves.
    children: Vec<(u64, bool)>,
    /// How each position has ended, and where its children end.
    ends: Vec<(Option<End>, usize)>,
    values: Vec<(Solved, bool)>,
}

impl<'a, G: Game> Checker<'a, G> {
    fn new(game: &'a G, stored: CodedValues<'a>) -> Self {
        Self {
            game,
            stored,
            counts: no_counts(),
            children: Vec::new(),
            ends: Vec::new(),
            values: Vec::new(),
        }
    }

    fn check_shard(mut self, shard: &Shard, control: Control<'_>) -> Result<Self, SolveError> {
        for words in shard.words.chunks(TOGETHER) {
            let at = Cell::new(0);
            guarded(self.game, &at, || self.check(words, &at))?;
            control.advance(words.len() as u64)?;
        }
        Ok(self)
    }

    /// Checks positions; `at` has the word of the one that is checked.
    fn check(&mut self, words: &[u64], at: &Cell<u64>) -> Result<(), SolveError> {
        self.children.clear();
        self.ends.clear();
        for &word in words {
            at.set(word);
            self.stored.prefetch(word);
            self.add_children(self.game.unpack(word))?;
        }
        let mut start = 0;
        for (place, &word) in words.iter().enumerate() {
            at.set(word);
            let (end, children_end) = self.ends[place];
            self.values.clear();
            for &(child, same_player) in &self.children[start..children_end] {
                self.values.push((self.solved(self.value(child)?), same_player));
            }
            start = children_end;
            let value = self.value(word)?;
            let follows = by_rule(self.game.values(), end, &self.values);
            if follows != Some(self.solved(value)) {
                return Err(SolveError::Entry {
                    position: self.game.show(self.game.unpack(word)),
                    stored: self.solved(value).to_string(),
                    follows: follows
                        .map_or_else(|| "no value".to_owned(), |value| value.to_string()),
                });
            }
            self.counts[usize::from(value)] += 1;
        }
        Ok(())
    }

    /// Checks a position's text and the symmetry of what its moves lead to, which is added.
    fn add_children(&mut self, position: G::Position) -> Result<(), SolveError> {
        let game = self.game;
        if game.read(&game.show(position)) != Some(position) {
            let mistake = Mistake::Text;
            return Err(SolveError::Mistake { position: game.show(position), mistake });
        }
        let (end, mut result) = (game.end(position), Ok(()));
        if end.is_none() {
            game.moves(position, |_, child| {
                if result.is_ok() {
                    result = self.add_child(child, game.same_player(position, child));
                }
            });
        }
        self.ends.push((end, self.children.len()));
        result
    }

    fn add_child(&mut self, child: G::Position, same_player: bool) -> Result<(), SolveError> {
        let canonical = self.game.canonical(child);
        if canonical != child {
            check_symmetry(self.game, child, canonical)?;
        }
        let key = canonical_key(self.game, canonical)?;
        self.stored.prefetch(key.word);
        self.children.push((key.word, same_player));
        Ok(())
    }

    fn value(&self, word: u64) -> Result<u16, SolveError> {
        let damaged = || SolveError::Damaged { position: self.game.show(self.game.unpack(word)) };
        self.stored.value(word).ok_or_else(damaged)
    }

    fn solved(&self, value: u16) -> Solved {
        Stored(value.cast_signed()).solved(self.game.values())
    }
}

/// Checks that a position and the canonical one have the same end, and that their moves lead to the same positions
/// but for symmetries.
fn check_symmetry<G: Game>(
    game: &G,
    position: G::Position,
    canonical: G::Position,
) -> Result<(), SolveError> {
    let again = game.canonical(canonical);
    if again != canonical {
        let mistake = Mistake::Canonical { other: game.show(again) };
        return Err(SolveError::Mistake { position: game.show(canonical), mistake });
    }
    let reached = |position| -> Result<Vec<(u64, bool)>, SolveError> {
        let mut words = Vec::new();
        let mut result = Ok(());
        game.moves(position, |_, child| match key(game, child) {
            Ok(key) => words.push((key.word, game.same_player(position, child))),
            Err(error) => result = Err(error),
        });
        words.sort_unstable();
        result.map(|()| words)
    };
    let end = game.end(position);
    if end != game.end(canonical) || end.is_none() && reached(position)? != reached(canonical)? {
        let mistake = Mistake::Symmetry { canonical: game.show(canonical) };
        return Err(SolveError::Mistake { position: game.show(position), mistake });
    }
    Ok(())
}
