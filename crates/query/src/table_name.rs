//! Names of tables. They come from outside and become paths.

use std::fmt;
use std::str::FromStr;

use perfectplay_core::Game;
use thiserror::Error;

use crate::coded::game_of_name;
use crate::family::Family;
use crate::instance::Instance;

/// The name of a table: of a family, like `number-20`, of a board, like `contour-daa36c61`, or of a game that is not
/// built in, like `kayles-40`. It consists of lower-case letters, digits and one `-`, so it is never a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName(String);

/// No table has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no table is called `{name}`")]
pub struct NameError {
    /// As it is shown: its beginning, escaped.
    name: String,
}

impl TableName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The most bytes that a table of this name can have.
    #[must_use]
    pub fn most_bytes(&self) -> u64 {
        // The largest board is contour's: C(32, 16) entries of eight bytes.
        const OF_BOARD: u64 = 8 * 601_080_390 + (1 << 20);
        // Of 2³² positions, with codes of 16 bits.
        const OF_OWN_GAME: u64 = 9 << 30;
        let of_others = if self.is_of_own_game() { OF_OWN_GAME } else { OF_BOARD };
        self.0.parse().map_or(of_others, |family: Family| family.needs().disk)
    }

    /// Whether the table is of a game that is not built in.
    #[must_use]
    pub fn is_of_own_game(&self) -> bool {
        game_of_name(&self.0).is_some_and(|game| game.parse::<Game>().is_err())
    }

    /// The game whose board the table is of; `None` for the table of a family.
    #[must_use]
    pub fn game_of_board(&self) -> Option<Game> {
        let (game, fingerprint) = self.0.split_once('-')?;
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_fingerprint = fingerprint.len() == 8 && fingerprint.bytes().all(is_digit);
        game.parse().ok().filter(|&game| is_fingerprint && Instance::exists_for(game))
    }
}

impl FromStr for TableName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let name = Self(text.to_owned());
        let is_built_in = || name.game_of_board().is_some() || text.parse::<Family>().is_ok();
        if name.is_of_own_game() || is_built_in() {
            return Ok(name);
        }
        Err(NameError { name: text.chars().flat_map(char::escape_debug).take(40).collect() })
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
