//! Names of tables and of a release's files. They come from outside and become paths.

use std::fmt;
use std::str::FromStr;

use perfectplay_core::Game;
use perfectplay_query::Family;
use thiserror::Error;

/// The ending of a packed table: `number-20.table.zst`.
pub const PACKED: &str = "table.zst";

/// The name of a table that this program can have: of a family, like `number-20`, or of a board,
/// like `contour-daa36c61`. It has lower-case letters, digits and one `-` alone, so it is never a
/// path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName(String);

/// No table has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no table is called `{}`", .name.escape_debug())]
pub struct NameError {
    name: String,
}

impl TableName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file that has the table in a release.
    #[must_use]
    pub fn packed(&self) -> String {
        format!("{self}.{PACKED}")
    }
}

impl FromStr for TableName {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        let is_boards = || {
            name.split_once('-').is_some_and(|(game, fingerprint)| {
                game.parse::<Game>().is_ok()
                    && fingerprint.len() == 8
                    && fingerprint.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
            })
        };
        if name.parse::<Family>().is_ok() || is_boards() {
            return Ok(Self(name.to_owned()));
        }
        Err(NameError { name: name.chars().take(40).collect() })
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Whether this may be the name of a file of a release: no path, and nothing that acts on a
/// terminal.
pub(crate) fn is_file_name(name: &str) -> bool {
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    (1..=200).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_are_no_paths() {
        for sound in ["number-20", "tokens-4x4", "contour-daa36c61", "stake-0123abcd"] {
            assert_eq!(
                sound.parse::<TableName>().map(|name| name.to_string()).as_deref(),
                Ok(sound)
            );
        }
        for odd in [
            "",
            ".",
            "..",
            "number-020",
            "number-99",
            "NUMBER-20",
            "../number-20",
            "number-20/",
            "/number-20",
            "number-20\\x",
            "number-2\0",
            "contour-DAA36C61",
            "contour-daa36c6",
            "nim-daa36c61",
            "number-20.table",
            "number-20\n",
            "contour-../../aa",
        ] {
            assert!(odd.parse::<TableName>().is_err(), "{odd:?}");
        }
    }

    #[test]
    fn names_of_files_are_no_paths() {
        for sound in ["README.md", "number-20.table.zst", "perfectplay-0.1.0-x86_64.tar.zst"] {
            assert!(is_file_name(sound));
        }
        for odd in ["", ".", "..", ".profile", "a/b", "a\\b", "C:x", "a b", "a\u{1b}b", "é"] {
            assert!(!is_file_name(odd), "{odd:?}");
        }
    }
}
