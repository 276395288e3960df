//! Standard error: errors, warnings and remarks.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;
use perfectplay::Code;
use perfectplay::drawings::{BAD, styled};
#[cfg(feature = "release")]
use perfectplay_release::shown;
use serde::Serialize;

use crate::program;
use crate::terminal::{hanging, width_of};

/// An error as the program reports it: as a line of text, or as JSON.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorReport {
    pub(crate) code: Code,
    pub(crate) message: String,
    /// What to do about it, if the program knows.
    pub(crate) hint: Option<String>,
}

impl ErrorReport {
    /// An error, and what to do about it.
    pub(crate) fn new(code: Code, message: &str, hint: &str) -> Self {
        Self { code, message: message.to_owned(), hint: Some(hint.to_owned()) }
    }

    /// The error as one line of text.
    pub(crate) fn text(&self) -> String {
        match &self.hint {
            None => self.message.clone(),
            Some(hint) => format!("{}; {hint}", self.message),
        }
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
pub(crate) fn report_error(error: &ErrorReport, json: bool) {
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

/// A program that reads no addresses has none to hide a password in.
#[cfg(not(feature = "release"))]
fn shown(text: &str) -> &str {
    text
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
pub(crate) fn json_of(error: &ErrorReport) -> ErrorJson<'_> {
    let hint = error.hint.as_deref().map(program::renamed);
    ErrorJson::Error { code: error.code, message: program::renamed(&error.message), hint }
}

/// An error as an object that says so.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ErrorJson<'a> {
    Error { code: Code, message: Cow<'a, str>, hint: Option<Cow<'a, str>> },
}

impl fmt::Display for ErrorJson<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
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
