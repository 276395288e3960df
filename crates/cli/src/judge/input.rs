//! What the contests' inputs have in common: words with places, numbers in ranges.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::failure::Failure;

/// What is wrong with a line, and in which column, from 1.
pub(super) struct Bad {
    pub(super) column: Option<usize>,
    pub(super) what: String,
}

impl Bad {
    pub(super) fn whole_line(what: impl Display) -> Self {
        Self { column: None, what: what.to_string() }
    }

    pub(super) fn at(column: usize, what: impl Display) -> Self {
        Self { column: Some(column), what: what.to_string() }
    }

    /// As a failure; `place` ends in the line.
    pub(super) fn failure(self, place: impl Display) -> Failure {
        let column = self.column.map(|column| format!(", column {column}")).unwrap_or_default();
        Failure::input(format!("{place}{column}: {}", self.what))
    }
}

/// The words of a line with the columns where they begin.
pub(super) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_ascii_whitespace()
        .map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize + 1, word))
}

/// A number of decimal digits in a range.
pub(super) fn number(
    column: usize,
    word: &str,
    range: RangeInclusive<u64>,
    meaning: &str,
) -> Result<u64, Bad> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|number| digits && range.contains(number)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        Bad::at(column, format!("`{}` is not {meaning}, {least} to {most}", shown(word)))
    })
}

/// A word as a message shows it: on one line, and not endless.
pub(super) fn shown(word: &str) -> String {
    word.chars().take(24).flat_map(char::escape_debug).collect()
}
