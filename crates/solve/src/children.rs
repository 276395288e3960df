//! What moves lead to. All that finding, solving and verifying ask of a description goes through here.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{Mistake, SolveError};
use crate::game::{End, Game};
use crate::positions::{Key, Number};
use crate::value::Stored;

/// How many positions are looked at together.
pub(crate) const TOGETHER: usize = 32;
/// The most moves of a position.
const MOST_MOVES: usize = u16::MAX as usize;

/// Calls a description's code, in which a panic is a mistake. `at` has the word of the position that it is about.
pub(crate) fn guarded<G: Game, T>(
    game: &G,
    at: &Cell<u64>,
    work: impl FnOnce() -> Result<T, SolveError>,
) -> Result<T, SolveError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(mistake(game, at.get(), Mistake::Panic)))
}

/// The position of a word, for people: its text, which may be wrong, with its word and how Rust prints it.
pub(crate) fn shown<G: Game>(game: &G, word: u64) -> String {
    let only_word = format!("the word {word}");
    let show = AssertUnwindSafe(|| {
        let position = game.unpack(word);
        (game.show(position), format!("{position:?}"))
    });
    match catch_unwind(show) {
        Err(_) => only_word,
        Ok((text, printed)) if text == only_word || text == printed => text,
        Ok((text, printed)) => format!("{text} (word {word}, {printed})"),
    }
}

/// Whether a text has a control character, which a terminal would obey: a line feed, or the beginning of an escape
/// sequence.
pub(crate) fn has_control(text: &str) -> bool {
    text.contains(char::is_control)
}

/// The error that the description is wrong at the position of a word.
pub(crate) fn mistake<G: Game>(game: &G, word: u64, mistake: Mistake) -> SolveError {
    SolveError::Mistake { position: shown(game, word), mistake }
}

/// Checks that the text of a position is harmless and is read as the position.
pub(crate) fn check_text<G: Game>(game: &G, position: G::Position) -> Result<(), SolveError> {
    let text = game.show(position);
    let wrong = match game.read(&text) {
        _ if has_control(&text) => Mistake::Control { text },
        Some(read) if read == position => return Ok(()),
        _ => Mistake::Text,
    };
    Err(mistake(game, game.pack(position), wrong))
}

/// The key of the canonical position of one, after a check that it comes back from its word.
#[inline]
pub(crate) fn checked_key<G: Game>(game: &G, position: G::Position) -> Result<Key, SolveError> {
    let canonical = game.canonical(position);
    let word = game.pack(canonical);
    if game.unpack(word) != canonical {
        let other = format!("{:?}", game.unpack(word));
        let position = format!("{canonical:?}");
        return Err(SolveError::Mistake { position, mistake: Mistake::Word { word, other } });
    }
    Ok(Key::new(word))
}

/// The key of the canonical position of one that has been checked.
#[inline]
pub(crate) fn key<G: Game>(game: &G, position: G::Position) -> Key {
    Key::new(game.pack(game.canonical(position)))
}

/// Calls `each` with every move from a position and what it leads to, unless the game has ended, as is returned.
#[inline]
pub(crate) fn each_child<G: Game>(
    game: &G,
    position: G::Position,
    mut each: impl FnMut(G::Move, G::Position) -> Result<(), SolveError>,
) -> Result<Option<End>, SolveError> {
    let (end, mut moves, mut result) = (game.end(position), 0, Ok(()));
    if end.is_none() {
        game.moves(position, |step, child| {
            moves += 1;
            if result.is_ok() && moves <= MOST_MOVES {
                result = each(step, child);
            }
        });
    }
    if moves > MOST_MOVES {
        return Err(mistake(game, game.pack(position), Mistake::Moves { most: MOST_MOVES }));
    }
    result.map(|()| end)
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) key: Key,
    /// Its number, once it has been looked up.
    pub(crate) number: Number,
    /// Whether the player who moves there moves again.
    pub(crate) same_player: bool,
}

/// A position, and what is known of it but for its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visited<'a> {
    pub(crate) word: u64,
    pub(crate) end: Option<End>,
    /// What its moves lead to; nothing if it has ended.
    pub(crate) children: &'a [Child],
}

/// Positions with what their moves lead to. There are several at once, so that a processor waits for several reads of
/// memory at the same time.
pub(crate) struct Batch<'a, G> {
    game: &'a G,
    /// Their words, how each has ended, and where its children end.
    positions: Vec<(u64, Option<End>, usize)>,
    pub(crate) children: Vec<Child>,
}

impl<'a, G: Game> Batch<'a, G> {
    pub(crate) const fn new(game: &'a G) -> Self {
        Self { game, positions: Vec::new(), children: Vec::new() }
    }

    /// Puts the positions of some words in the place of those that it has. `check` is called with each, and `key`
    /// makes the key of each child.
    pub(crate) fn fill(
        &mut self,
        words: impl Iterator<Item = u64>,
        mut check: impl FnMut(G::Position) -> Result<(), SolveError>,
        mut key: impl FnMut(G::Position) -> Result<Key, SolveError>,
    ) -> Result<(), SolveError> {
        let Self { game, positions, children } = self;
        let (game, at) = (*game, Cell::new(0));
        positions.clear();
        children.clear();
        guarded(game, &at, || {
            for word in words {
                at.set(word);
                let position = game.unpack(word);
                check(position)?;
                let end = each_child(game, position, |_, child| {
                    let same_player = game.same_player(position, child);
                    children.push(Child {
                        key: key(child)?,
                        number: Number::new(0, 0),
                        same_player,
                    });
                    Ok(())
                })?;
                positions.push((word, end, children.len()));
            }
            Ok(())
        })
    }

    /// The positions.
    pub(crate) fn visited(&self) -> impl Iterator<Item = Visited<'_>> {
        let mut start = 0;
        self.positions.iter().map(move |&(word, end, children_end)| {
            let children = &self.children[start..children_end];
            start = children_end;
            Visited { word, end, children }
        })
    }
}

/// The value of a position that has ended, or that has no move.
pub(crate) fn ended<G: Game>(game: &G, word: u64, end: Option<End>) -> Result<Stored, SolveError> {
    let (value, wrong) = match end {
        Some(end) => (Stored::of_end(end, game.values()), Mistake::End { end: format!("{end:?}") }),
        None => (Stored::without_moves(game.values()), Mistake::NoScore),
    };
    value.ok_or_else(|| mistake(game, word, wrong))
}
