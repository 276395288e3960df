//! Checks that `canonical` makes of a position one that is the same but for a symmetry.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use perfectplay_core::retrieval::mix;

use crate::children::{Ask, Batch, Purpose, Visited, each_child, key, mistake};
use crate::error::{Mistake, SolveError};
use crate::find::Found;
use crate::game::{End, Game};
use crate::positions::{ByNumber, Key, Number};

/// Checks positions that moves lead to: each has the same end as the canonical one, and the same number of moves to
/// each position, but for symmetries.
pub(crate) struct Symmetries<'a, G> {
    game: &'a G,
    found: &'a Found,
    /// The prints of canonical positions, as far as they are known; 0 otherwise.
    prints: OnceLock<ByNumber<AtomicU64>>,
}

impl<'a, G: Ask> Symmetries<'a, G> {
    pub(crate) const fn new(game: &'a G, found: &'a Found) -> Self {
        Self { game, found, prints: OnceLock::new() }
    }

    /// Checks words that are not canonical, each with the canonical one.
    pub(crate) fn check(&self, others: &mut Vec<(u64, u64)>) -> Result<(), SolveError> {
        others.sort_unstable_by_key(|&(word, canonical)| (canonical, word));
        others.dedup();
        others.chunks(G::TOGETHER).try_for_each(|others| self.check_some(others))
    }

    fn check_some(&self, others: &[(u64, u64)]) -> Result<(), SolveError> {
        let Self { game, found, prints } = self;
        let prints = match prints.get() {
            Some(prints) => prints,
            None => {
                let new = ByNumber::new(&found.shards, &found.memory, AtomicU64::default)?;
                prints.get_or_init(|| new)
            }
        };
        let (words, mut canonical): (Vec<u64>, Vec<u64>) = others.iter().copied().unzip();
        canonical.dedup();
        let again = game.canonical_words(&canonical)?;
        if let Some((&word, &again)) =
            canonical.iter().zip(&again).find(|(one, other)| one != other)
        {
            let other = game.shown(again);
            return Err(mistake(*game, word, Mistake::Canonical { other }));
        }
        let known = |word| -> Result<&AtomicU64, SolveError> {
            let key = Key::new(word);
            let place = found.shards[key.shard()].place(key);
            let place = place.ok_or_else(|| mistake(*game, word, Mistake::Changed))?;
            Ok(prints.at(Number::new(key.shard(), place)))
        };
        let mut missing = Vec::new();
        for word in canonical {
            if known(word)?.load(Relaxed) == 0 {
                missing.push(word);
            }
        }
        let mut batch = Batch::default();
        game.ask(&missing, Purpose::Solve, &mut batch, |_| ())?;
        for visited in batch.visited() {
            known(visited.word)?.store(visited.print(), Relaxed);
        }
        game.ask(&words, Purpose::Solve, &mut batch, |_| ())?;
        for (visited, &(word, canonical)) in batch.visited().zip(others) {
            if visited.print() != known(canonical)?.load(Relaxed) {
                let canonical = game.shown(canonical);
                return Err(mistake(*game, word, Mistake::Symmetry { canonical }));
            }
        }
        Ok(())
    }
}

impl Visited<'_> {
    /// A number that two positions share if they have ended in the same way and as many moves lead from them to each
    /// position but for symmetries, and by chance as good as never otherwise.
    fn print(&self) -> u64 {
        let end = match self.end {
            None => 0,
            Some(End::Loss) => 1,
            Some(End::Draw) => 2,
            Some(End::Win) => 3,
            Some(End::Score(score)) => mix(u64::from(score.cast_unsigned()) + 4),
        };
        let moves =
            self.children.iter().map(|child| child_print(child.key.word, child.same_player));
        moves.fold(end, u64::wrapping_add).max(1)
    }
}

/// A sum of these does not depend on the order of the moves.
fn child_print(word: u64, same_player: bool) -> u64 {
    mix(mix(word) ^ u64::from(same_player))
}

/// Checks a position against the canonical one, of which `canonical_print` makes or knows the print.
pub(crate) fn check_symmetry<G: Game>(
    game: &G,
    position: G::Position,
    canonical_print: impl FnOnce(G::Position) -> Result<u64, SolveError>,
) -> Result<(), SolveError> {
    let canonical = game.canonical(position);
    if canonical == position {
        return Ok(());
    }
    let again = game.canonical(canonical);
    if again != canonical {
        let mistake = Mistake::Canonical { other: game.show(again) };
        return Err(SolveError::Mistake { position: game.show(canonical), mistake });
    }
    if game.end(position) != game.end(canonical)
        || print(game, position)? != canonical_print(canonical)?
    {
        let mistake = Mistake::Symmetry { canonical: game.show(canonical) };
        return Err(SolveError::Mistake { position: game.show(position), mistake });
    }
    Ok(())
}

/// Checks the start and positions of some games that are played from there without symmetries: a `canonical` that
/// makes one position of all leads nowhere else.
pub(crate) fn check_played<G: Game>(game: &G, at: &Cell<u64>) -> Result<(), SolveError> {
    const PLAYED: u64 = 256;
    let mut position = game.start();
    for step in 0..PLAYED {
        at.set(game.pack(position));
        check_symmetry(game, position, |canonical| print(game, canonical))?;
        let mut children = Vec::new();
        each_child(game, position, |_, child| {
            children.push(child);
            Ok(())
        })?;
        let choice = mix(step).checked_rem(children.len() as u64);
        position = choice.map_or_else(|| game.start(), |choice| children[choice as usize]);
    }
    Ok(())
}

/// A number that two positions share if as many moves lead from them to each position but for symmetries, and by
/// chance as good as never otherwise: a sum does not depend on the order of the moves.
pub(crate) fn print<G: Game>(game: &G, position: G::Position) -> Result<u64, SolveError> {
    let mut sum = 0u64;
    each_child(game, position, |_, child| {
        let same_player = game.same_player(position, child);
        sum = sum.wrapping_add(child_print(key(game, child).word, same_player));
        Ok(())
    })?;
    Ok(sum.max(1))
}
