//! A hash of a game's rules, so that a table of other rules is not taken for one of these.

use std::cell::Cell;
use std::collections::{HashSet, VecDeque};
use std::fmt::Write;

use perfectplay_format::chunk_checksum;
use perfectplay_query::game_of_name;

use crate::children::{checked_key, each_child, guarded};
use crate::error::SolveError;

use crate::game::Game;

/// How many positions are hashed.
const HASHED: usize = 1_000;

/// The rules tag of a game's table: the game, and a hash of the first positions that are found from the start, each
/// with its text, its end, and its moves.
pub(crate) fn rules_tag<G: Game>(game: &G) -> Result<String, SolveError> {
    let mut text = format!("{:?}\n", game.values());
    let at = Cell::new(0);
    guarded(game, &at, || {
        add_positions(game, &mut text, &at)?;
        let name = game.name();
        let game = game_of_name(&name).unwrap_or_default();
        Ok(format!("{game}/{:016x}", chunk_checksum(text.as_bytes())))
    })
}

/// Writes the first positions. `at` has the word of the one that is being written.
fn add_positions<G: Game>(game: &G, text: &mut String, at: &Cell<u64>) -> Result<(), SolveError> {
    let start = checked_key(game, game.start())?.word;
    let (mut found, mut next) = (HashSet::from([start]), VecDeque::from([start]));
    for _ in 0..HASHED {
        let Some(word) = next.pop_front() else { break };
        at.set(word);
        let position = game.unpack(word);
        // Writing into a string does not fail.
        let _ = write!(text, "{word:x} {} {:?}", game.show(position), game.end(position));
        each_child(game, position, |step, child| {
            let word = checked_key(game, child)?.word;
            let again = if game.same_player(position, child) { "+" } else { "" };
            let _ = write!(text, " {step}{again}>{word:x}");
            if found.len() < HASHED && found.insert(word) {
                next.push_back(word);
            }
            Ok(())
        })?;
        text.push('\n');
    }
    Ok(())
}
