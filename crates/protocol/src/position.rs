//! A position and a move of any game.

use std::fmt::{self, Write as _};
use std::ops::Deref;
use std::sync::Arc;

use arrayvec::ArrayString;
use serde::{Serialize, Serializer};
use smallvec::SmallVec;
use thiserror::Error;

use crate::{BoardText, GameRef, Traits};

/// The words that stand for a position. Up to four need no memory of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Words(SmallVec<[u64; 4]>);

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.0
    }
}

impl Words {
    /// These words.
    #[inline]
    pub fn from_slice(all: &[u64]) -> Self {
        Self(SmallVec::from_slice(all))
    }
}

impl FromIterator<u64> for Words {
    fn from_iter<I: IntoIterator<Item = u64>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

/// A position of any game. Its text is that of its game, in JSON as well.
///
/// ```
/// let position = perfectplay::Oracle::open("tables")?.question("number", "2 3")?.position;
/// assert_eq!((position.game().name(), &*position.to_string()), ("number", "2 3"));
/// assert!(position.board().is_none());
/// # Ok::<(), perfectplay::Error>(())
/// ```
#[derive(Clone, derive_more::Debug)]
#[debug("{game} {self}")]
pub struct Position {
    game: GameRef,
    words: Words,
}

/// Equal positions are of one game and board.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.is_of(&other.game) && self.words == other.words
    }
}

impl Position {
    /// The position of a game that these words stand for. They must be words that the game gives its positions.
    #[doc(hidden)]
    pub fn new(game: GameRef, words: Words) -> Self {
        Self { game, words }
    }

    /// The game.
    pub fn game(&self) -> &GameRef {
        &self.game
    }

    /// The words that stand for it.
    #[doc(hidden)]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The board that it belongs to, if that is given beside it.
    pub fn board(&self) -> Option<&Arc<BoardText>> {
        self.game.board()
    }

    /// Whether it is of this game, and on its board.
    #[doc(hidden)]
    pub fn is_of(&self, game: &GameRef) -> bool {
        self.game == *game && self.board() == game.board()
    }

    #[doc(hidden)]
    pub fn traits(&self) -> Traits {
        self.game.traits(self)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.show(&self.words, f)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Games write their texts in small parts, and a serializer takes its time for each.
        let mut text = ArrayString::<128>::new();
        match write!(text, "{self}") {
            Ok(()) => serializer.serialize_str(&text),
            Err(_) => serializer.collect_str(self),
        }
    }
}

/// A move of any game: its text.
#[derive(Clone, derive_more::Debug, derive_more::Display, PartialEq, Eq)]
#[debug("{:?}", self.as_str())]
#[display("{}", self.as_str())]
pub struct Move(Text);

/// Texts of moves of most games need no memory of their own.
#[derive(Clone, PartialEq, Eq)]
enum Text {
    Short(ArrayString<12>),
    Long(Arc<str>),
}

impl Move {
    /// The move with this text.
    #[doc(hidden)]
    pub fn new(step: impl fmt::Display) -> Self {
        let mut short = ArrayString::new();
        match write!(short, "{step}") {
            Ok(()) => Self(Text::Short(short)),
            Err(_) => Self(Text::Long(step.to_string().into())),
        }
    }

    /// The text.
    #[inline]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Short(text) => text,
            Text::Long(text) => text,
        }
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A text is not a position of a game: what is wrong with it, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct PositionError {
    game: GameRef,
    reason: String,
}

impl PositionError {
    /// What is wrong with the text of a position of a game.
    #[doc(hidden)]
    pub fn new(game: impl Into<GameRef>, reason: impl fmt::Display) -> Self {
        Self { game: game.into(), reason: reason.to_string() }
    }

    /// The game.
    pub fn game(&self) -> &GameRef {
        &self.game
    }
}

/// A position of a game that comes with this crate, as that game knows it.
///
/// [`of`](Self::of) is the inverse of [`words`](Self::words).
pub trait WordForm: Sized {
    /// The words that stand for it.
    fn words(&self) -> Words;

    /// The position that words stand for.
    ///
    /// # Panics
    /// If they stand for none.
    fn of(words: &[u64]) -> Self;
}

/// Up to eight bytes in each word, the first one lowest; the words that are zero at the end are left out.
pub fn words_of_bytes(bytes: &[u8]) -> Words {
    let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    bytes[..used].chunks(8).map(word_of).collect()
}

/// Up to eight bytes in a word, the first one lowest.
pub(crate) fn word_of(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// The inverse, with zeros at the end.
pub fn bytes_of_words<const N: usize>(words: &[u64]) -> [u8; N] {
    let mut bytes = [0; N];
    for (to, word) in bytes.chunks_mut(8).zip(words) {
        to.copy_from_slice(&word.to_le_bytes()[..to.len()]);
    }
    bytes
}

/// Words are made of positions, so they stand for one.
pub const STANDS: &str = "the words stand for a position";
