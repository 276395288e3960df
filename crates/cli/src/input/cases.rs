//! The cases of a contest's input, one after another.

use std::path::Path;

use perfectplay_games::contest::{ContestError, ContestReader, LineResult};

use crate::failure::{Failure, Result};
use crate::input::lines::{self, Lines};
use crate::terminal::{Output, warning};

/// The cases of a file or of standard input.
pub(crate) struct Cases<R> {
    input: Lines,
    reader: R,
    /// The number of the case that is being read; `None` if the input is one case.
    number: Option<u64>,
}

impl<R: ContestReader> Cases<R> {
    /// An input of many cases, which errors refer to by number.
    pub(crate) fn many(file: Option<&Path>) -> Result<Self> {
        Ok(Self { input: lines::open(file)?, reader: R::default(), number: Some(1) })
    }

    /// An input that is one case.
    pub(crate) fn one(file: Option<&Path>) -> Result<Self> {
        Ok(Self { number: None, ..Self::many(file)? })
    }

    /// The next case. All answers so far are written out before waiting for it.
    pub(crate) fn next_now(&mut self, output: &mut Output) -> Result<Option<R::Position>> {
        if self.might_wait() {
            output.flush()?;
        }
        self.next()
    }

    /// Whether reading on might wait for input that has not been written yet.
    pub(crate) fn might_wait(&self) -> bool {
        self.input.might_wait()
    }

    /// The next case; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Result<Option<R::Position>> {
        loop {
            match self.read_line()? {
                LineResult::More => {}
                LineResult::Case(position) => return Ok(Some(position)),
                LineResult::End => return Ok(None),
            }
        }
    }

    /// Reads a line.
    pub(crate) fn read_line(&mut self) -> Result<LineResult<R::Position>> {
        let line = self.input.number() as usize + 1;
        let number = self.number;
        let failure = |error: ContestError| match number {
            Some(number) => Failure::input(format_args!("case {number}, {error}")),
            None => Failure::input(error),
        };
        let Some(text) = self.input.next()? else {
            let last = self.reader.end(line).map_err(failure)?;
            if R::IS_CLOSED {
                // All cases so far are answered, but there may be more.
                warning(format_args!(
                    "line {line}: the input ends without the line `0` that closes it: it may be cut off"
                ));
            }
            return Ok(last.map_or(LineResult::End, LineResult::Case));
        };
        let read = self.reader.read(line, text).map_err(failure)?;
        match read {
            LineResult::Case(_) => self.number = self.number.map(|number| number + 1),
            // As the contests say, nothing after the closing `0` is read, but it may be there by mistake. Only what has
            // arrived already is looked at, so that nothing waits for more.
            LineResult::End if self.input.has_more_text() => warning(format_args!(
                "line {}: what follows the `0` that closes the input is ignored",
                self.input.number() + 1
            )),
            LineResult::More | LineResult::End => {}
        }
        Ok(read)
    }
}
