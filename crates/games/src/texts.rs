//! What the texts of positions and moves share: numbers, cells, and the error of a text that is no move.

use std::fmt;
use std::str;

use perfectplay_core::text::shortened;
use thiserror::Error;

/// A text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a move{expected}")]
pub struct MoveError {
    /// As it is shown.
    pub(crate) text: String,
    /// What a move is, behind a colon or a semicolon.
    pub(crate) expected: &'static str,
}

impl MoveError {
    pub(crate) fn new(text: &str, expected: &'static str) -> Self {
        Self { text: shortened(text), expected }
    }
}

/// Writes numbers with a separator between them, in a text of at most `N` − 1 bytes: by hand and in one piece, since a
/// formatter call for every number would take most of a probe's time.
pub(crate) fn write_numbers<const N: usize>(
    numbers: impl IntoIterator<Item = u8>,
    separator: u8,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let (mut text, mut length) = ([separator; N], 0);
    for number in numbers {
        for unit in [100, 10] {
            if number >= unit {
                text[length] = b'0' + number / unit % 10;
                length += 1;
            }
        }
        text[length] = b'0' + number % 10;
        length += 2;
    }
    let text = &text[..length.saturating_sub(1)];
    f.write_str(str::from_utf8(text).expect("digits and separators are UTF-8"))
}

/// Writes a cell, `row,column`.
pub(crate) fn write_cell(row: u8, column: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_numbers::<8>([row, column], b',', f)
}

/// Reads `row,column`, both below `sides`.
pub(crate) fn read_cell(text: &str, sides: usize) -> Option<(usize, usize)> {
    let (row, column) = text.split_once(',')?;
    let cell = (read_number(row)?, read_number(column)?);
    (cell.0 < sides && cell.1 < sides).then_some(cell)
}

/// A number that is written with digits only; white space around it is accepted.
pub(crate) fn read_number(word: &str) -> Option<usize> {
    let word = word.trim();
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok())?
}
