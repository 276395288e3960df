//! The positions of a game.

use std::collections::HashSet;

use perfectplay_tables::solve::Game;

/// All positions that play reaches, of those that are the same but for a symmetry the canonical one.
pub(crate) fn all_positions<G: Game>(game: &G) -> Vec<G::Position> {
    let start = game.canonical(game.start());
    let mut found = HashSet::from([game.pack(start)]);
    let mut positions = vec![start];
    let mut next = 0;
    while let Some(&position) = positions.get(next) {
        next += 1;
        if game.end(position).is_none() {
            game.moves(position, |_, child| {
                let child = game.canonical(child);
                if found.insert(game.pack(child)) {
                    positions.push(child);
                }
            });
        }
    }
    positions
}
