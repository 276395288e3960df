//! Standard output for data, standard error for everything else.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use indicatif::HumanCount;
use perfectplay_oracle::drawings::Wording;
pub(crate) use perfectplay_oracle::drawings::{BAD, FAINT, GOOD, HEADING, labelled, plain, styled};
use perfectplay_oracle::{Answer, Reason};
use perfectplay_release::shown;
use serde::Serialize;
use terminal_size::{Height, Width};

use crate::advice;
use crate::failure::{Failure, Told};
use crate::machine::closed_output;
use crate::program;
use crate::terminal::text::hanging;

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

/// Standard output, which may be closed.
struct Standard(StdoutLock<'static>);

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        closed_output::check()?;
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

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(|error| Failure::output(&error))
    }

    /// The buffer itself, for a library that writes into it.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// A line for people.
    pub(crate) fn line(&mut self, line: impl fmt::Display) -> Result<(), Failure> {
        if self.styles {
            writeln!(self.out, "{line}")
        } else {
            writeln!(self.out, "{}", strip_str(&line.to_string()))
        }
        .map_err(|error| Failure::output(&error))
    }

    /// Lines for people.
    pub(crate) fn lines(&mut self, lines: &[String]) -> Result<(), Failure> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// One JSON object on one line.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, value)
            .map_err(|error| Failure::output(&error.into()))?;
        self.write(b"\n")
    }

    /// What a command did: as JSON, or printed unless the user wants quiet.
    pub(crate) fn report<T: Serialize>(
        &mut self,
        report: &T,
        print: impl FnOnce(&T, &mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self.json {
            true => self.json_line(report),
            false if is_quiet() => Ok(()),
            false => print(report, self),
        }
    }

    /// An answer as one JSON object on one line.
    pub(crate) fn answer(&mut self, answer: &Answer) -> Result<(), Failure> {
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

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
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

/// How many columns a line of text may have: those of the terminal, else `$COLUMNS`, as in clap's
/// help.
pub(crate) fn width_of(terminal: Option<(Width, Height)>) -> usize {
    const USUAL: usize = 80;
    const LONGEST: usize = 100;
    let terminal = terminal.map(|(width, _)| usize::from(width.0));
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok();
    // A terminal of width 0 does not know its width.
    let columns = terminal.or_else(asked).filter(|&columns| columns > 0);
    columns.unwrap_or(USUAL).min(LONGEST)
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

/// A text from outside on one line: control characters escaped, and cut if it is
/// very long.
pub(crate) fn printable(text: &str) -> String {
    const LONGEST: usize = 1000;
    let escaped = |letter: char| {
        if letter.is_control() { letter.escape_debug().to_string() } else { letter.to_string() }
    };
    let mut shown: String = text.chars().take(LONGEST).map(escaped).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Whether only answers, warnings and errors are reported.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From here on there are no bars and no remarks.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether there are no bars and no remarks.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Reports an error on standard error: as one line of text, or as one JSON object.
pub(crate) fn report_error(error: &Told, json: bool) {
    // If standard error is closed there is nothing left to try.
    if json {
        say(json_of(error));
    } else {
        let text = error.text();
        let (label, text) = (styled(BAD, "error:"), printable(&program::renamed(&text)));
        let text = match terminal_size::terminal_size_of(io::stderr()) {
            None => format!("{label} {text}"),
            terminal => hanging(&format!("{label} "), &text, width_of(terminal)),
        };
        say(text);
    }
}

/// Writes a line to standard error in one piece: nothing comes between its parts, and none of them can be lost on
/// its own.
fn say(what: impl fmt::Display) {
    let mut line = AutoStream::new(Vec::new(), AutoStream::choice(&io::stderr()));
    let _ = writeln!(line, "{}", without_secrets(&what.to_string()));
    let _ = io::stderr().write_all(&line.into_inner());
}

/// A text in which addresses are as they are shown: without passwords and keys.
fn without_secrets(text: &str) -> String {
    let ends = |letter: char| letter.is_whitespace() || "`'\"".contains(letter);
    let word = |word: &str| {
        let (address, end) = word.split_at(word.trim_end_matches(ends).len());
        format!("{}{end}", shown(address))
    };
    text.split_inclusive(ends).map(word).collect()
}

/// An error as the JSON of all commands.
pub(crate) fn json_of(error: &Told) -> serde_json::Value {
    let (code, message) = (error.code, program::renamed(&error.message));
    let hint = error.hint.as_deref().map(program::renamed);
    serde_json::json!({ "error": { "code": code, "message": message, "hint": hint } })
}

/// Reports something worth knowing on standard error, unless the user wants quiet.
pub(crate) fn remark(what: impl fmt::Display) {
    if !is_quiet() {
        say(printable(&what.to_string()));
    }
}

/// Reports on standard error a problem that did not affect an answer.
pub(crate) fn warning(what: impl fmt::Display) {
    say(format_args!("warning: {}", printable(&what.to_string())));
}
