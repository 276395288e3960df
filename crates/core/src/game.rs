//! The list of games. No other module of this crate names all of them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::text::quoted;

/// Makes the enum of the games, the list of all and their names, so that no game is missing from any of them.
macro_rules! games {
    ($($(#[$about:meta])* $game:ident => $name:literal,)*) => {
        /// A game.
        ///
        /// The list is closed: a new game changes every crate. The compiler reports the places, because
        /// each crate has one module that matches over this enum.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Game {
            $($(#[$about])* $game,)*
        }

        impl Game {
            /// All games.
            pub const ALL: &'static [Self] = &[$(Self::$game),*];

            /// The name in commands, table files and JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$game => $name,)*
                }
            }
        }
    };
}

games! {
    /// [The Number Game](crate::number), which is Sylver coinage.
    Number => "number",
    /// [Colored Jenga](crate::tower).
    Tower => "tower",
    /// [一双木棋](crate::contour), a contour that grows on a scored board.
    Contour => "contour",
    /// [Stake Your Claim](crate::stake).
    Stake => "stake",
    /// [Board Game](crate::tokens): two pieces, and no position may occur twice.
    Tokens => "tokens",
    /// [Chomp](crate::chomp): the player who takes the poisoned corner of a bar loses.
    Chomp => "chomp",
}

impl Game {
    /// The title for people, with a few words of explanation where needed.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Number => "The Number Game, which is Sylver coinage",
            Self::Tower => "Colored Jenga",
            Self::Contour => "一双木棋, the contour game",
            Self::Stake => "Stake Your Claim",
            Self::Tokens => "Board Game: two tokens, and no position may occur twice",
            Self::Chomp => "Chomp: taking the poisoned corner of a bar loses",
        }
    }

    /// A position, for examples. That of contour is the empty one, which exists on every board.
    #[must_use]
    pub const fn example(self) -> &'static str {
        match self {
            Self::Number => "2 3 4 5 6",
            Self::Tower => "RGB/GRG",
            Self::Contour => "0",
            Self::Stake => "01.1/00../.01./...1",
            Self::Tokens => "P..#/.#../...P",
            Self::Chomp => "4,4,1",
        }
    }

    /// How a position is written, for people, with an example.
    #[must_use]
    pub const fn notation(self) -> &'static str {
        match self {
            Self::Number => {
                "the numbers that are still available, `2 3 5`, or `none`, up to 63, or the numbers named so \
                 far, `after:4,3`, each up to 10^18"
            }
            Self::Tower => {
                "levels bottom first, `.` an empty place, the last is the top: RGB/GRG/R.B/.G."
            }
            Self::Contour => "taken cells per row, `3,3,1`; `0` is the empty board",
            Self::Stake => "rows top first, `.` an empty cell: 01.1/00../.01./...1",
            Self::Tokens => {
                "rows top first, `#` a removed cell, `P` a piece: P..#/..../...P; pairs visited before may \
                 follow, ` history:0,0+0,2;0,1+0,2`"
            }
            Self::Chomp => {
                "cells left per row, `4,4,1`, none longer than the one above; `0` is nothing left"
            }
        }
    }

    /// The tag in the headers of the game's tables. It is changed whenever the meaning of an entry
    /// or of an index changes.
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

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game called {}: games are {}", quoted(.name), Game::ALL.iter().map(|game| game.name()).collect::<Vec<_>>().join(", "))]
pub struct GameError {
    name: String,
}

impl FromStr for Game {
    type Err = GameError;

    fn from_str(name: &str) -> Result<Self, GameError> {
        let found = Self::ALL.iter().find(|game| game.name() == name);
        found.copied().ok_or_else(|| GameError { name: name.to_owned() })
    }
}
