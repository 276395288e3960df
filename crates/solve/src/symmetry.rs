//! Checks that `canonical` makes of a position one that is the same but for a symmetry.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use perfectplay_core::control::Control;
use perfectplay_core::retrieval::mix;
use rayon::prelude::*;

use crate::children::{each_child, guarded, key, mistake};
use crate::error::{Mistake, SolveError};
use crate::find::Found;
use crate::game::Game;
use crate::positions::{ByNumber, Key, Number};

/// Checks each position that a move leads to: it has the same end as the canonical one, and the same number of moves
/// to each position, but for symmetries.
pub(crate) fn check_symmetries<G: Game>(
    game: &G,
    found: &Found,
    control: Control<'_>,
) -> Result<(), SolveError> {
    let shards = &found.shards;
    // The prints of canonical positions, as far as they are known; 0 otherwise.
    let prints = ByNumber::new(shards, &found.memory, AtomicU64::default)?;
    let known_print = |canonical| {
        let key = Key::new(game.pack(canonical));
        let place = shards[key.shard()].place(key);
        let place = place.ok_or_else(|| mistake(game, key.word, Mistake::Changed))?;
        let known = prints.at(Number::new(key.shard(), place));
        if known.load(Relaxed) == 0 {
            known.store(print(game, canonical)?, Relaxed);
        }
        Ok(known.load(Relaxed))
    };
    shards.par_iter().flat_map(|shard| &shard.words).try_for_each(|&word| {
        control.check()?;
        guarded(game, &Cell::new(word), || {
            let check = |_, child| check_symmetry(game, child, known_print);
            each_child(game, game.unpack(word), check).map(drop)
        })
    })
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
        let same_player = u64::from(game.same_player(position, child));
        sum = sum.wrapping_add(mix(mix(key(game, child).word) ^ same_player));
        Ok(())
    })?;
    Ok(sum.max(1))
}
