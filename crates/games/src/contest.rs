//! What readers of contest inputs share that read line by line: cases, and words with their places.

use std::fmt::Display;
use std::ops::RangeInclusive;

use thiserror::Error;

use perfectplay_core::text::beginning;

/// Reads the cases of a contest's input, line by line.
pub trait ContestReader: Default {
    /// What a case asks for.
    type Position;

    /// Whether a line `0` closes the input.
    const IS_CLOSED: bool;

    /// Reads the next line, whose number is counted from 1.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    fn read(&mut self, line: usize, text: &str)
    -> Result<LineResult<Self::Position>, ContestError>;

    /// The case that is complete if the input ends in this line, which comes after the last one.
    ///
    /// # Errors
    /// If the input ends within a case.
    fn end(&mut self, line: usize) -> Result<Option<Self::Position>, ContestError>;
}

/// What a line has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineResult<P> {
    /// Nothing yet.
    More,
    /// A case.
    Case(P),
    /// The input.
    End,
}

/// An error in a contest's input, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}{}: {problem}", .column.map(|column| format!(", column {column}")).unwrap_or_default())]
pub struct ContestError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; `None` if the error is about the whole line.
    pub column: Option<usize>,
    /// What was found and what was expected.
    pub problem: String,
}

impl ContestError {
    pub(crate) fn in_line(line: usize, problem: impl Display) -> Self {
        Self { line, column: None, problem: problem.to_string() }
    }

    /// The error that the input ends in a line where more should be.
    pub(crate) fn ends(line: usize, missing: impl Display) -> Self {
        Self::in_line(line, format_args!("the input ends where {missing} should be"))
    }

    pub(crate) fn at(line: usize, column: usize, problem: impl Display) -> Self {
        Self { line, column: Some(column), problem: problem.to_string() }
    }
}

/// A word with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    line: usize,
    column: usize,
    /// The word.
    pub text: &'a str,
}

/// The words of a line. Columns are counted in bytes, as contest inputs are ASCII.
pub fn words(line: usize, text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_ascii_whitespace().map(move |word| {
        let column = word.as_ptr() as usize - text.as_ptr() as usize + 1;
        Word { line, column, text: word }
    })
}

/// The one word of a line; `None` if it has none.
///
/// # Errors
/// If it has more.
pub fn only_word(line: usize, text: &str) -> Result<Option<Word<'_>>, ContestError> {
    let mut words = words(line, text);
    let word = words.next();
    no_more(words).map(|()| word)
}

/// Refuses any words left on a line.
pub(crate) fn no_more<'a>(mut words: impl Iterator<Item = Word<'a>>) -> Result<(), ContestError> {
    let Some(word) = words.next() else { return Ok(()) };
    Err(word.error(format_args!("`{}` is one word too many", beginning(word.text))))
}

impl Word<'_> {
    /// What is wrong with it, with its place.
    pub(crate) fn error(self, problem: impl Display) -> ContestError {
        ContestError::at(self.line, self.column, problem)
    }

    /// What is wrong with a letter of it, counted from 0.
    pub(crate) fn error_in(self, letter: usize, problem: impl Display) -> ContestError {
        ContestError::at(self.line, self.column + letter, problem)
    }

    /// The error that it follows the last word of all.
    pub fn after(self, last: &str) -> ContestError {
        self.error(format_args!("`{}` after {last}", beginning(self.text)))
    }

    /// The number of decimal digits that it is.
    pub(crate) fn number(
        self,
        range: RangeInclusive<u64>,
        meaning: &str,
    ) -> Result<u64, ContestError> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse().ok().filter(|number| digits && range.contains(number));
        number.ok_or_else(|| {
            let (word, (least, most)) = (beginning(self.text), range.into_inner());
            self.error(format_args!("`{word}` is not {meaning}, {least} to {most}"))
        })
    }
}
