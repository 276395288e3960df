//! Checks that `canonical` makes of a position one that is the same but for a symmetry.

use std::cell::Cell;

use perfectplay_core::retrieval::mix;

use crate::solve::children::{Child, VisitedPosition, each_child, guarded};
use crate::solve::prelude::*;

/// Checks words that are not canonical, each with the canonical one: it has the same end, and the same number of moves
/// to each position, but for symmetries.
pub(crate) fn check_symmetries(
    asked: &dyn Described,
    others: &mut Vec<(u64, u64)>,
) -> Result<(), SolveError> {
    others.sort_unstable_by_key(|&(word, canonical)| (canonical, word));
    others.dedup();
    let (mut batch, mut words, mut prints) = (Batch::default(), Vec::new(), Vec::new());
    for others in others.chunks(asked.together()) {
        words.clear();
        words.extend(others.iter().map(|&(_, canonical)| canonical));
        words.dedup();
        for &word in &words {
            let again = asked.canonical(word)?;
            if again != word {
                let other = asked.shown(again);
                return Err(mistake(asked, word, Mistake::Canonical(other)));
            }
        }
        asked.ask(&words, Purpose::Solve, &mut batch)?;
        prints.clear();
        prints.extend(batch.visited().map(|visited| (visited.word, print(visited))));
        words.clear();
        words.extend(others.iter().map(|&(word, _)| word));
        asked.ask(&words, Purpose::Solve, &mut batch)?;
        for (visited, &(word, canonical)) in batch.visited().zip(others) {
            if prints.binary_search(&(canonical, print(visited))).is_err() {
                let canonical = asked.shown(canonical);
                return Err(mistake(asked, word, Mistake::Symmetry(canonical)));
            }
        }
    }
    Ok(())
}

/// A number that two positions share if they have ended in the same way and as many moves lead from them to each
/// position but for symmetries, and by chance as good as never otherwise: a sum does not depend on the order of the
/// moves.
fn print(visited: VisitedPosition<'_>) -> u64 {
    let [kind, low, high] = End::bytes(visited.end).map(u64::from);
    let end = mix(kind << 16 | high << 8 | low);
    let print = |(place, child): (usize, &Child)| {
        let Turn { same_player, gain } = child.turn;
        let weight = visited.weights.get(place).copied().unwrap_or_default();
        let turn = u64::from(gain.cast_unsigned()) << 1 | u64::from(same_player);
        mix(mix(child.key.word) ^ turn ^ u64::from(weight) << 32)
    };
    visited.children.iter().enumerate().map(print).fold(end, u64::wrapping_add)
}

/// Checks the start and positions of some games that are played from there without symmetries: a `canonical` that
/// makes one position of all leads nowhere else.
pub(crate) fn check_played<G: Game>(game: &G, control: Control<'_>) -> Result<(), SolveError> {
    const PLAYED: u64 = 256;
    let at = Cell::new(0);
    let mut position = guarded(game, &at, || Ok(game.start()))?;
    for step in 0..PLAYED {
        control.check()?;
        let (mut children, mut others) = (Vec::new(), Vec::new());
        guarded(game, &at, || {
            at.set(game.pack(position));
            let canonical = game.canonical(position);
            if canonical != position {
                others.push((game.pack(position), game.pack(canonical)));
            }
            each_child(game, position, |_, _, child| {
                children.push(child);
                Ok(())
            })
        })?;
        check_symmetries(game, &mut others)?;
        let choice = mix(step).checked_rem(children.len() as u64);
        position = choice.map_or_else(|| game.start(), |choice| children[choice as usize]);
    }
    Ok(())
}
