//! Numbers in the texts of positions and moves.

use std::fmt;
use std::str;

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
