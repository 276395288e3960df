//! The list of games.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::facts::Facts;
use crate::text::quoted;

/// Calls a macro with the list of games, which is nowhere else: for each one the variant of [`Game`], and the
/// module that every crate has for it. Further tokens go to the macro before the list.
///
/// From this list each crate declares the modules of its games and makes what differs between them: a game is added by
/// a line here and by its modules, and the compiler asks for all that they must have.
///
/// ```
/// macro_rules! names {
///     ($(($game:ident, $module:ident))*) => { [$(stringify!($module)),*] };
/// }
/// let names = perfectplay_core::for_each_game!(names);
/// assert!(names.contains(&"chomp"));
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($then:ident $(, $($more:tt)*)?) => {
        $then! {
            $($($more)*)?
            (Number, number)
            (Tower, tower)
            (Contour, contour)
            (Stake, stake)
            (Tokens, tokens)
            (Chomp, chomp)
        }
    };
}

macro_rules! game {
    ($(($game:ident, $module:ident))*) => {
        /// A game that is built in. Its module says what it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Game {
            $(
                #[doc = concat!("The game of [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $game,
            )*
        }

        impl Game {
            /// All games.
            pub const ALL: &'static [Self] = &[$(Self::$game),*];

            /// The name in commands, table files and JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$game => stringify!($module),)*
                }
            }

            /// What there is to know of the game without a position.
            #[must_use]
            pub const fn facts(self) -> &'static Facts {
                match self {
                    $(Self::$game => &crate::$module::FACTS,)*
                }
            }
        }
    };
}

for_each_game!(game);

impl Game {
    /// Whether its positions belong to a board that is given beside them.
    #[must_use]
    pub const fn has_board(self) -> bool {
        self.facts().board.is_some()
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
