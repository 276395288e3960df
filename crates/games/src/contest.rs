//! What readers of contest inputs share that read line by line: cases, and words with their places.

use std::ops::RangeInclusive;

use thiserror::Error;

use perfectplay_core::text::beginning;

/// Reads the cases of a contest's input, line by line.
pub trait ContestReader: Default {
    /// What a case asks for.
    type Position;
    /// What can be wrong with a case.
    type Problem;

    /// Whether a line `0` closes the input.
    const IS_CLOSED: bool;

    /// Reads the next line, whose number is counted from 1.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    fn read(
        &mut self,
        line: usize,
        text: &str,
    ) -> Result<Read<Self::Position>, ContestError<Self::Problem>>;

    /// The case that is complete if the input ends in this line, which comes after the last one.
    ///
    /// # Errors
    /// If the input ends within a case.
    fn end(&mut self, line: usize) -> Result<Option<Self::Position>, ContestError<Self::Problem>>;
}

/// What a line has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read<P> {
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
pub struct ContestError<P> {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; `None` if the error is about the whole line.
    pub column: Option<usize>,
    /// The error.
    pub problem: P,
}

impl<P> ContestError<P> {
    pub(crate) fn in_line(line: usize, problem: impl Into<P>) -> Self {
        Self { line, column: None, problem: problem.into() }
    }

    pub(crate) fn at(line: usize, column: usize, problem: impl Into<P>) -> Self {
        Self { line, column: Some(column), problem: problem.into() }
    }
}

/// What is wrong with a word of a contest's input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WordProblem {
    /// It is not a number, or out of range.
    #[error("`{}` is not {meaning}, {least} to {most}", beginning(.word))]
    Number {
        /// The word.
        word: String,
        /// What the number means.
        meaning: &'static str,
        /// The least number.
        least: u64,
        /// The largest number.
        most: u64,
    },
    /// It follows the last word that the line may have.
    #[error("`{}` is one word too many", beginning(.0))]
    TooMany(String),
    /// It follows the last word of all.
    #[error("`{}` after {last}", beginning(.word))]
    After {
        /// The word.
        word: String,
        /// What the last word was.
        last: &'static str,
    },
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
pub fn only_word<P: From<WordProblem>>(
    line: usize,
    text: &str,
) -> Result<Option<Word<'_>>, ContestError<P>> {
    let mut words = words(line, text);
    let word = words.next();
    no_more(words).map(|()| word)
}

/// Refuses any words left on a line.
pub(crate) fn no_more<'a, P: From<WordProblem>>(
    mut words: impl Iterator<Item = Word<'a>>,
) -> Result<(), ContestError<P>> {
    words.next().map_or(Ok(()), |word| Err(word.error(WordProblem::TooMany(word.text.to_owned()))))
}

impl Word<'_> {
    /// What is wrong with it, with its place.
    pub(crate) fn error<P>(self, problem: impl Into<P>) -> ContestError<P> {
        ContestError::at(self.line, self.column, problem)
    }

    /// What is wrong with a letter of it, counted from 0.
    pub(crate) fn error_in<P>(self, letter: usize, problem: impl Into<P>) -> ContestError<P> {
        ContestError::at(self.line, self.column + letter, problem)
    }

    /// The error that it follows the last word of all.
    #[must_use]
    pub fn after<P: From<WordProblem>>(self, last: &'static str) -> ContestError<P> {
        self.error(WordProblem::After { word: self.text.to_owned(), last })
    }

    /// The number of decimal digits that it is.
    pub(crate) fn number<P: From<WordProblem>>(
        self,
        range: RangeInclusive<u64>,
        meaning: &'static str,
    ) -> Result<u64, ContestError<P>> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        match self.text.parse() {
            Ok(number) if digits && range.contains(&number) => Ok(number),
            _ => {
                let (word, (least, most)) = (self.text.to_owned(), range.into_inner());
                Err(self.error(WordProblem::Number { word, meaning, least, most }))
            }
        }
    }
}
