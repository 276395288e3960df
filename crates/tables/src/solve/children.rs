//! What moves lead to. All that finding, solving and verifying ask of a description goes through here.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use perfectplay_core::control::Control;

use crate::solve::error::{Mistake, SolveError};
use crate::solve::game::{End, Game, Turn, Values};
use crate::solve::key::Key;
use crate::solve::value::StoredValue;

/// The most moves of a position.
const MOST_MOVES: usize = u16::MAX as usize;

/// Calls a description's code, in which a panic is a mistake. `at` has the word of the position that it is about.
pub(crate) fn guarded<T>(
    game: &dyn Described,
    at: &Cell<u64>,
    work: impl FnOnce() -> Result<T, SolveError>,
) -> Result<T, SolveError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(mistake(game, at.get(), Mistake::Panic)))
}

/// Whether a text has a control character, which a terminal would obey: a line feed, or the beginning of an escape
/// sequence.
pub fn has_control(text: &str) -> bool {
    text.contains(char::is_control)
}

/// The error that the description is wrong at the position of a word.
pub(crate) fn mistake(game: &dyn Described, word: u64, mistake: Mistake) -> SolveError {
    SolveError::Mistake { position: game.shown(word), mistake }
}

/// Checks that the text of a position is harmless and is read as the position.
pub(crate) fn check_text<G: Game>(game: &G, position: G::Position) -> Result<(), SolveError> {
    let text = game.show(position);
    let wrong = match game.read(&text) {
        _ if has_control(&text) => Mistake::Control(text),
        _ if game.values() == Values::NoRepeat && text.contains(';') => Mistake::Separator,
        Ok(read) if read == position => return Ok(()),
        _ => Mistake::Text,
    };
    Err(mistake(game, game.pack(position), wrong))
}

/// The key of the canonical position of one, after a check that it comes back from its word.
#[inline]
pub(crate) fn checked_key<G: Game>(game: &G, position: G::Position) -> Result<Key, SolveError> {
    checked_canonical_key(game, game.canonical(position))
}

#[inline]
fn checked_canonical_key<G: Game>(game: &G, canonical: G::Position) -> Result<Key, SolveError> {
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

/// Calls `each` with every move from a position, or every outcome of a roll: its weight, which is 0 for a move, its text, and
/// what it leads to. Returns how the game has ended, if it has.
#[inline]
pub(crate) fn each_child<G: Game>(
    game: &G,
    position: G::Position,
    mut each: impl FnMut(u32, &dyn Display, G::Position) -> Result<(), SolveError>,
) -> Result<Option<End>, SolveError> {
    let (end, mut moves, mut result) = (game.end(position), 0, Ok(()));
    if end.is_none() {
        let mut add = |weight, text: &dyn Display, child| {
            moves += 1;
            if result.is_ok() && moves <= MOST_MOVES {
                result = each(weight, text, child);
            }
        };
        let (mut rolls, mut weightless) = (0, false);
        game.rolls(position, |weight, text, child| {
            rolls += 1;
            weightless |= weight == 0;
            add(weight, text, child);
        });
        if rolls == 0 {
            game.moves(position, |step, child| add(0, &step, child));
        } else if weightless {
            return Err(mistake(game, game.pack(position), Mistake::Roll));
        }
    }
    if moves > MOST_MOVES {
        return Err(mistake(game, game.pack(position), Mistake::Moves(MOST_MOVES)));
    }
    result.map(|()| end)
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Child {
    /// The canonical word.
    pub key: Key,
    /// What the move does.
    pub turn: Turn,
    /// Its stage.
    pub stage: u32,
}

/// A position, and what is known of it but for its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisitedPosition<'a> {
    pub(crate) word: u64,
    /// How it has ended, if it has.
    pub end: Option<End>,
    /// What its moves lead to; nothing if it has ended.
    pub children: &'a [Child],
    /// If it is a roll, the weights of the outcomes that lead to its children.
    pub weights: &'a [u32],
}

/// Positions with what their moves lead to. There are several at once, so that a processor waits for several reads of
/// memory at the same time.
#[derive(Debug, Default)]
pub struct Batch {
    /// Their words, how each has ended, and where its children and weights end.
    positions: Vec<(u64, Option<End>, usize, usize)>,
    pub(crate) children: Vec<Child>,
    weights: Vec<u32>,
    /// The words that moves lead to and that are not canonical, with the canonical ones, if they are asked for.
    pub others: Vec<(u64, u64)>,
}

impl Batch {
    /// Takes all positions out.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.children.clear();
        self.weights.clear();
        self.others.clear();
    }

    /// Adds what a move, or an outcome of this weight, leads to from the position that is added next.
    #[inline]
    pub fn add_child(&mut self, key: Key, turn: Turn, weight: u32, stage: u32) {
        self.children.push(Child { key, turn, stage });
        if weight > 0 {
            self.weights.push(weight);
        }
    }

    /// Adds a position.
    #[inline]
    pub fn add(&mut self, word: u64, end: Option<End>) {
        self.positions.push((word, end, self.children.len(), self.weights.len()));
    }

    /// Checks that points and rolls are of a game that has them.
    #[inline]
    pub fn check_kind(&self, asked: &dyn Described) -> Result<(), SolveError> {
        let values = asked.values();
        let has_none = |child: &Child| values.has_gains() || child.turn.gain == 0;
        if self.weights.is_empty() && self.children.iter().all(has_none) {
            return Ok(());
        }
        for visited in self.visited() {
            if !visited.weights.is_empty() && values != Values::Expected {
                return Err(mistake(asked, visited.word, Mistake::Roll));
            }
            if !visited.children.iter().all(has_none) {
                return Err(mistake(asked, visited.word, Mistake::Gain));
            }
        }
        Ok(())
    }

    /// The positions.
    pub fn visited(&self) -> impl Iterator<Item = VisitedPosition<'_>> {
        let mut start = (0, 0);
        self.positions.iter().map(move |&(word, end, children_end, weights_end)| {
            let children = &self.children[start.0..children_end];
            let weights = &self.weights[start.1..weights_end];
            start = (children_end, weights_end);
            VisitedPosition { word, end, children, weights }
        })
    }
}

/// What a batch of positions is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find positions: their words are checked.
    Find,
    /// To solve positions that were found.
    Solve,
    /// To verify their table: their words and texts are checked, and [`Batch::others`] are wanted.
    Verify,
}

/// Ascending words by stage.
pub(crate) type ByStage = BTreeMap<u32, Vec<u64>>;

/// What the engine asks a game: in words, so that it is compiled once, and not for each game. [`Ask`] and [`Game`] say what
/// each answer means.
pub trait Described: Sync {
    /// The game's name.
    fn name(&self) -> String;
    /// What is known of its positions once it is solved.
    fn values(&self) -> Values;
    /// How many positions each layer has, if they are numbered.
    fn layers(&self) -> Vec<u64>;
    /// How many bits per position a table of this many positions uses to recognise them.
    fn member_bits(&self, states: u64) -> u8;
    /// How many positions are asked together.
    fn together(&self) -> usize;
    /// Makes `batch` that of some words.
    fn ask(&self, words: &[u64], purpose: Purpose, batch: &mut Batch) -> Result<(), SolveError>;
    /// The position of a word, for people.
    fn shown(&self, word: u64) -> String;
    /// The stage of a word.
    fn stage(&self, word: u64) -> Result<u32, SolveError>;
    /// The canonical word of one.
    fn canonical(&self, word: u64) -> Result<u64, SolveError>;
    /// The word of the start.
    fn start(&self) -> u64;
    /// Calls `take` with the canonical words of all starts, some at a time.
    fn starts(
        &self,
        take: &mut dyn FnMut(ByStage) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>;
    /// The rules tag, once its positions show no mistake.
    fn rules_tag(&self, control: Control<'_>) -> Result<String, SolveError>;
}

/// How the engine asks a [`Game`]: about many positions at once, each by its word. By itself every game is asked one by
/// one; what describes a game in another language, where a call costs more than an answer, asks in its own way.
pub trait Ask: Sync + Sized {
    /// What is asked.
    type Game: Game;

    /// The game, for what is asked of few positions.
    fn game(&self) -> &Self::Game;

    /// How many positions are asked together.
    fn together(&self) -> usize {
        32
    }

    /// Makes `batch` that of some words.
    ///
    /// # Errors
    /// If the description is wrong. Any error stops the work.
    #[inline]
    fn ask(&self, words: &[u64], purpose: Purpose, batch: &mut Batch) -> Result<(), SolveError> {
        let (game, at) = (self.game(), Cell::new(0));
        batch.clear();
        guarded(self, &at, || {
            for &word in words {
                at.set(word);
                let position = game.unpack(word);
                if purpose == Purpose::Verify {
                    check_text(game, position)?;
                }
                let end = each_child(game, position, |weight, _, child| {
                    let turn = Turn::of(game, position, child, weight);
                    let canonical = Game::canonical(game, child);
                    let key = match purpose {
                        Purpose::Solve => Key::new(game.pack(canonical)),
                        _ => checked_canonical_key(game, canonical)?,
                    };
                    if purpose == Purpose::Verify && canonical != child {
                        batch.others.push((game.pack(child), key.word));
                    }
                    batch.add_child(key, turn, weight, Game::stage(game, canonical));
                    Ok(())
                })?;
                batch.add(word, end);
            }
            Ok(())
        })?;
        batch.check_kind(self)
    }

    /// The position of a word, for people: its text, which may be wrong, with its word and how Rust prints it.
    fn shown(&self, word: u64) -> String {
        let (game, only_word) = (self.game(), format!("the word {word}"));
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
}

impl<G: Game> Ask for G {
    type Game = G;

    fn game(&self) -> &G {
        self
    }
}

/// The value of a position that has ended, or that has no move.
pub(crate) fn ended(
    game: &dyn Described,
    word: u64,
    end: Option<End>,
) -> Result<StoredValue, SolveError> {
    let (value, wrong) = match end {
        Some(end) => (StoredValue::of_end(end, game.values()), Mistake::End(format!("{end:?}"))),
        None => (StoredValue::without_moves(game.values()), Mistake::NoScore),
    };
    value.ok_or_else(|| mistake(game, word, wrong))
}
