//! Standard output.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use indicatif::HumanCount;
use perfectplay::drawings::{self, Wording};
pub(crate) use perfectplay::drawings::{BAD, FAINT, GOOD, HEADING, plain, styled};
use perfectplay::{Answer, Reason};
use serde::Serialize;

use crate::advice;
use crate::failure::{Failure, Result};
use crate::machine::closed_at_start;
use crate::terminal::{is_quiet, width_of};

/// Buffered standard output.
pub(crate) struct Output {
    out: BufWriter<Standard>,
    /// Whether JSON was asked for.
    pub(crate) json: bool,
    /// Whether the output is a terminal: numbers then get separators.
    pub(crate) terminal: bool,
    /// Whether styles are wanted.
    styles: bool,
}

/// Standard output. A write fails if it was closed when the program started (`>&-`): exit code 3. A reader that goes away
/// later is [`Failure::ReaderGone`].
struct Standard(StdoutLock<'static>);

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        closed_at_start::check()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        let stdout = io::stdout();
        // The Windows console understands styles if it is asked to.
        let _ = anstyle_query::windows::enable_ansi_colors();
        Self {
            json,
            terminal: stdout.is_terminal(),
            styles: AutoStream::choice(&stdout) != ColorChoice::Never,
            out: BufWriter::with_capacity(1 << 16, Standard(stdout.lock())),
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write_all(bytes).map_err(|error| Failure::output(&error))
    }

    /// The buffer itself, for a library that writes into it.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// A line for people.
    pub(crate) fn line(&mut self, line: impl fmt::Display) -> Result<()> {
        if self.styles {
            writeln!(self.out, "{line}")
        } else {
            writeln!(self.out, "{}", strip_str(&line.to_string()))
        }
        .map_err(|error| Failure::output(&error))
    }

    /// Lines for people.
    pub(crate) fn lines(&mut self, lines: &[String]) -> Result<()> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// An answer, drawn for people.
    pub(crate) fn drawn(&mut self, answer: &Answer) -> Result<()> {
        let lines = drawings::drawn(answer, self);
        self.lines(&lines)
    }

    /// One JSON object on one line.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> Result<()> {
        serde_json::to_writer(&mut self.out, value)
            .map_err(|error| Failure::output(&error.into()))?;
        self.write(b"\n")
    }

    /// What a command did: as JSON, or printed unless the user wants quiet.
    pub(crate) fn report<T: Serialize>(
        &mut self,
        report: &T,
        print: impl FnOnce(&T, &mut Self) -> Result<()>,
    ) -> Result<()> {
        match self.json {
            true => self.json_line(report),
            false if is_quiet() => Ok(()),
            false => print(report, self),
        }
    }

    /// An answer as one JSON object on one line.
    pub(crate) fn answer(&mut self, answer: &Answer) -> Result<()> {
        self.write(&json_line_of(answer))
    }

    /// How many columns a line of text may have.
    pub(crate) fn width(&self) -> usize {
        width_of(terminal_size::terminal_size_of(io::stdout()))
    }

    /// How many lines are visible at once: those of the terminal, otherwise any number.
    pub(crate) fn height(&self) -> usize {
        match terminal_size::terminal_size_of(io::stdout()) {
            Some((_, height)) => height.0.into(),
            None => usize::MAX,
        }
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        self.out.flush().map_err(|error| Failure::output(&error))
    }

    /// A count, with separators for people.
    pub(crate) fn count(&self, count: u64) -> String {
        if !self.terminal {
            return count.to_string();
        }
        HumanCount(count).to_string()
    }
}

impl Wording for Output {
    fn count(&self, count: u64) -> String {
        Self::count(self, count)
    }

    fn reason(&self, reason: &Reason) -> String {
        advice::for_unknown(reason)
    }
}

/// An answer as one JSON object on one line.
pub(crate) fn json_line_of(answer: &Answer) -> Vec<u8> {
    /// Most answers are shorter, in bytes.
    const USUAL: usize = 2048;
    let mut line = Vec::with_capacity(USUAL);
    answer.append_json(&mut line);
    line.push(b'\n');
    line
}

/// How long it took to make something, unless it was there already.
pub(crate) fn made_in(seconds: f64, how: &str, anew: bool) -> String {
    match anew {
        true => styled(GOOD, format_args!("{how} in {seconds:.2} s")),
        false => "is there already".to_owned(),
    }
}
