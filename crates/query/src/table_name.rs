//! Names of tables. They come from outside and become paths.

use std::str::FromStr;

use derive_more::Display;
use serde::Serialize;
use thiserror::Error;

/// The name of a table: a game and a size, like `number-20` or `kayles-40`, or a game and the fingerprint of a board,
/// like `contour-daa36c61`. It consists of lower-case letters, digits and one `-`, at most 100 in all, so it is never a path,
/// and names files in every folder. There need not be such a table.
#[derive(Clone, Debug, Display, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct TableName(String);

/// No table has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no table is called `{name}`")]
pub struct NameError {
    /// As it is shown: its beginning, escaped.
    name: String,
}

/// The most bytes of a table's name: files of a table, and of a release, have longer ones.
const LONGEST: usize = 100;

/// The game of a table's name: `kayles` of `kayles-40`. `None` if the name is not lower-case letters and digits, a
/// hyphen, and such letters and digits, or is longer than 100.
pub fn game_of_name(name: &str) -> Option<&str> {
    let is_part = |part: &str| {
        let is_sound = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !part.is_empty() && part.bytes().all(is_sound)
    };
    let (game, size) = name.split_once('-')?;
    (name.len() <= LONGEST && is_part(game) && is_part(size)).then_some(game)
}

/// The game of a table's name that ends like those of single boards: `contour` of `contour-daa36c61`.
pub fn game_of_board(name: &str) -> Option<&str> {
    let (game, fingerprint) = name.split_once('-')?;
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    (fingerprint.len() == 8 && fingerprint.bytes().all(is_digit)).then_some(game)
}

impl TableName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TableName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let shown = || text.chars().flat_map(char::escape_debug).take(40).collect();
        let name = game_of_name(text).map(|_| Self(text.to_owned()));
        name.ok_or_else(|| NameError { name: shown() })
    }
}
