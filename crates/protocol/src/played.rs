//! What play shows of a game that somebody has described, and the description does not say.

use perfectplay_core::Random;
use perfectplay_tables::solve::{End, Game};

/// Whether the first moves name cells by numbers, as in `0,2`.
pub(crate) fn names_numbers<G: Game>(game: &G) -> bool {
    let (start, mut has_commas) = (game.start(), false);
    if game.end(start).is_none() {
        game.moves(start, |step, _| has_commas |= step.to_string().contains(','));
    }
    has_commas
}

/// Whether a game with dice is only won, drawn or lost, as far as random play shows: nothing in it scores.
pub(crate) fn has_no_points<G: Game>(game: &G) -> bool {
    const PLAYED: usize = 1_000;
    let (mut at, mut random) = (game.start(), Random::with_seed(0));
    (0..PLAYED).all(|_| {
        let (end, mut next) = (game.end(at), Vec::new());
        if end.is_none() {
            game.rolls(at, |_, _, to| next.push(to));
            if next.is_empty() {
                game.moves(at, |_, to| next.push(to));
            }
        }
        let scores =
            matches!(end, Some(End::Score(_))) || next.iter().any(|&to| game.gain(at, to) != 0);
        at = random.choice(next).unwrap_or_else(|| game.start());
        !scores
    })
}
