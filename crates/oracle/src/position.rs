//! A position and a move of any game.

use std::fmt;
use std::sync::Arc;

use perfectplay_core::{Game, for_each_game};
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::own::{GameId, OwnPosition, OwnPositionError};

macro_rules! any_game {
    ($(($game:ident, $module:ident))*) => {
        /// A position of any game. Its text is that of its game, in JSON as well.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Position {
            $(
                #[doc = concat!("Of [`", stringify!($module), "`](perfectplay_core::", stringify!($module), ").")]
                $game(perfectplay_core::$module::Asked),
            )*
            /// Of a game that is not built in.
            Own(Box<OwnPosition>),
        }

        /// What is wrong with a position, where, and what was expected; by game.
        #[derive(Clone, Debug, PartialEq, Eq, Error)]
        #[error(transparent)]
        #[non_exhaustive]
        pub enum PositionError {
            $(
                #[doc = concat!("Of [`", stringify!($module), "`](perfectplay_core::", stringify!($module), ").")]
                $game(#[from] perfectplay_core::$module::PositionError),
            )*
            /// Of a game that is not built in.
            Own(#[from] OwnPositionError),
        }

        impl PositionError {
            /// The game.
            #[must_use]
            pub fn game(&self) -> GameId {
                match self {
                    $(Self::$game(_) => Game::$game.into(),)*
                    Self::Own(error) => error.game,
                }
            }
        }

        impl Position {
            /// The game.
            #[must_use]
            pub fn game(&self) -> GameId {
                match self {
                    $(Self::$game(_) => Game::$game.into(),)*
                    Self::Own(position) => position.game,
                }
            }
        }

        $(
            impl From<perfectplay_core::$module::Asked> for Position {
                fn from(position: perfectplay_core::$module::Asked) -> Self {
                    Self::$game(position)
                }
            }

            impl OfGame for perfectplay_core::$module::Asked {
                fn of(position: &Position) -> Option<&Self> {
                    match position {
                        Position::$game(position) => Some(position),
                        _ => None,
                    }
                }
            }
        )*

        /// A move of any game. Its text is that of its game, in JSON as well.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Move {
            $(
                #[doc = concat!("Of [`", stringify!($module), "`](perfectplay_core::", stringify!($module), ").")]
                $game(perfectplay_core::$module::Step),
            )*
            /// Of a game that is not built in: its text.
            Own(Arc<String>),
        }

        $(
            impl From<perfectplay_core::$module::Step> for Move {
                fn from(step: perfectplay_core::$module::Step) -> Self {
                    Self::$game(step)
                }
            }
        )*

        impl fmt::Display for Position {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$game(position) => position.fmt(f),)*
                    Self::Own(position) => position.fmt(f),
                }
            }
        }

        impl fmt::Display for Move {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$game(step) => step.fmt(f),)*
                    Self::Own(text) => text.fmt(f),
                }
            }
        }
    };
}

for_each_game!(any_game);

/// A position of one game among those of all.
pub(crate) trait OfGame: Sized {
    /// The position, if it is of this game.
    fn of(position: &Position) -> Option<&Self>;
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<String> for Move {
    fn from(text: String) -> Self {
        Self::Own(Arc::new(text))
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
