//! The positions of a game.

use std::collections::HashSet;

use perfectplay_tables::solve::Game;

/// All positions that play reaches, of those that are the same but for a symmetry the canonical one.
pub(crate) fn all_positions<G: Game>(game: &G) -> Vec<G::Position> {
    let (mut found, mut positions, mut next) = (HashSet::new(), Vec::new(), 0);
    let mut add = |position, positions: &mut Vec<G::Position>| {
        let canonical = game.canonical(position);
        if found.insert(game.pack(canonical)) {
            positions.push(canonical);
        }
    };
    game.starts(|start| add(start, &mut positions));
    while let Some(&position) = positions.get(next) {
        next += 1;
        if game.end(position).is_none() {
            let mut is_roll = false;
            game.rolls(position, |_, _, child| {
                is_roll = true;
                add(child, &mut positions);
            });
            if !is_roll {
                game.moves(position, |_, child| add(child, &mut positions));
            }
        }
    }
    positions
}
