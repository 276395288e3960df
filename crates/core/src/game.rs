//! The list of games: the one place of this crate that names all of them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::text::quoted;

/// A game.
///
/// The list is closed: a new game is a change of every crate, and the compiler names the places,
/// because each crate has one `match` over this enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Game {
    /// [The Number Game](crate::number), which is Sylver coinage.
    Number,
    /// [Colored Jenga](crate::tower).
    Tower,
    /// [一双木棋](crate::contour), a contour that grows on a scored board.
    Contour,
    /// [Stake Your Claim](crate::stake).
    Stake,
    /// [Board Game](crate::tokens): two pieces, and no position twice.
    Tokens,
    /// [Chomp](crate::chomp): a bar whose corner nobody wants.
    Chomp,
}

impl Game {
    /// All games.
    pub const ALL: [Self; 6] =
        [Self::Number, Self::Tower, Self::Contour, Self::Stake, Self::Tokens, Self::Chomp];

    /// The name in commands, table files and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Tower => "tower",
            Self::Contour => "contour",
            Self::Stake => "stake",
            Self::Tokens => "tokens",
            Self::Chomp => "chomp",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Number => "The Number Game, which is Sylver coinage",
            Self::Tower => "Colored Jenga",
            Self::Contour => "一双木棋, the contour game",
            Self::Stake => "Stake Your Claim",
            Self::Tokens => "Board Game: two tokens, no position twice",
            Self::Chomp => "Chomp: a bar whose corner nobody wants",
        }
    }

    /// The tag in the headers of the game's tables. It changes whenever the meaning of a stored
    /// entry or of an index does.
    #[must_use]
    pub const fn rules_tag(self) -> &'static str {
        match self {
            Self::Number => "number/1",
            Self::Tower => "tower/1",
            Self::Contour => "contour/1",
            Self::Stake => "stake/1",
            Self::Tokens => "tokens/1",
            Self::Chomp => "chomp/1",
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no game of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game called {}: games are {}", quoted(.name), Game::ALL.map(Game::name).join(", "))]
pub struct GameError {
    name: String,
}

impl FromStr for Game {
    type Err = GameError;

    fn from_str(name: &str) -> Result<Self, GameError> {
        let found = Self::ALL.into_iter().find(|game| game.name() == name);
        found.ok_or_else(|| GameError { name: name.to_owned() })
    }
}
