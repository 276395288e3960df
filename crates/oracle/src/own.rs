//! Games that are not built in: the face by which an oracle asks them.

use std::fmt;
use std::hash::{Hash, Hasher};

use perfectplay_core::{self as core, Game};
use perfectplay_query::{Bytes, Header, ProbeError, Problem, TableFile};
use thiserror::Error;

use crate::value::Value;

/// What an oracle asks of a game that is not built in. A game lasts as long as the program.
///
/// Nothing here panics, whatever text or word it is given: what a description does wrong is an error.
pub trait OwnGame: Send + Sync {
    /// The game's name in commands and addresses, which is its table's: `kayles-40`.
    fn name(&self) -> &str;

    /// The rules in a few sentences; empty if nobody has written any.
    fn rules(&self) -> &str;

    /// The position in which a game begins.
    fn start(&self) -> Written;

    /// The position of a text; `None` if it is not one.
    fn read(&self, text: &str) -> Option<Written>;

    /// Whether the player who moves from one position to another moves again.
    fn same_player(&self, from: u64, to: u64) -> bool;

    /// Whether a table with this header is of the game's rules, as far as the header says.
    ///
    /// # Errors
    /// If it is not.
    fn check(&self, header: &Header) -> Result<(), Problem> {
        let _ = header;
        Ok(())
    }

    /// Reads an opened table as the game's.
    ///
    /// # Errors
    /// If it is not, or is of other rules.
    fn open(&'static self, file: TableFile<Bytes>) -> Result<Box<dyn OwnTable>, Problem>;
}

impl fmt::Debug for dyn OwnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnGame").field(&self.name()).finish()
    }
}

/// An opened table of a game that is not built in.
pub trait OwnTable: Send + Sync {
    /// The value of a position, and its moves, best first.
    ///
    /// # Errors
    /// If the table is damaged, or does not have the position, as far as the values of its moves show that.
    fn answer(&self, word: u64) -> Result<core::Answer<Written, String, Value>, ProbeError>;

    /// How many bits per position it uses to recognise its positions, 0 to 7.
    fn members(&self) -> u8;
}

/// A position of a game that is not built in: the word that stands for it in tables, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The word.
    pub word: u64,
    /// The text.
    pub text: String,
}

/// A position of a game that is not built in.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnPosition {
    pub(crate) game: GameId,
    pub(crate) written: Written,
}

impl OwnPosition {
    /// A position of a game.
    #[must_use]
    pub const fn new(game: &'static dyn OwnGame, written: Written) -> Self {
        Self { game: GameId::Own(game), written }
    }

    /// The word that stands for it in tables, and its text.
    #[must_use]
    pub const fn written(&self) -> &Written {
        &self.written
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.written.text
    }
}

impl fmt::Display for OwnPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// A text is not a position of a game that is not built in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a position of {game}")]
pub struct OwnPositionError {
    /// The game.
    pub(crate) game: GameId,
    /// The text as it is shown: its beginning, escaped.
    text: String,
}

impl OwnPositionError {
    pub(crate) fn new(game: GameId, text: &str) -> Self {
        Self { game, text: text.chars().flat_map(char::escape_debug).take(40).collect() }
    }
}

/// A game: one that is built in, or somebody's own.
#[derive(Clone, Copy, Debug)]
pub enum GameId {
    /// One that is built in.
    BuiltIn(Game),
    /// Another one.
    Own(&'static dyn OwnGame),
}

impl GameId {
    /// The name in commands, addresses and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BuiltIn(game) => game.name(),
            Self::Own(game) => game.name(),
        }
    }

    /// The text of a position of it.
    #[must_use]
    pub fn example(self) -> String {
        match self {
            Self::BuiltIn(game) => game.facts().example.to_owned(),
            Self::Own(game) => game.start().text,
        }
    }

    /// The position in which it begins if none is chosen.
    #[must_use]
    pub fn start(self) -> String {
        match self {
            Self::BuiltIn(game) => game.facts().start.to_owned(),
            Self::Own(game) => game.start().text,
        }
    }

    /// Whether its positions belong to a board that is given beside them.
    #[must_use]
    pub fn has_board(self) -> bool {
        self.built_in().is_some_and(Game::has_board)
    }

    /// The game, if it is built in.
    #[must_use]
    pub const fn built_in(self) -> Option<Game> {
        match self {
            Self::BuiltIn(game) => Some(game),
            Self::Own(_) => None,
        }
    }
}

impl From<Game> for GameId {
    fn from(game: Game) -> Self {
        Self::BuiltIn(game)
    }
}

/// Games with the same name are the same.
impl PartialEq for GameId {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::BuiltIn(game), Self::BuiltIn(other)) => game == other,
            (Self::Own(game), Self::Own(other)) => game.name() == other.name(),
            _ => false,
        }
    }
}

impl Eq for GameId {}

impl PartialEq<Game> for GameId {
    fn eq(&self, other: &Game) -> bool {
        self.built_in() == Some(*other)
    }
}

impl Hash for GameId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
