//! Text from files and standard input, by lines or as a whole.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::failure::{Failure, Result};

/// The longest line that is read; longer ones are refused before they fill memory.
const LONGEST: u64 = 1 << 16;

/// More bytes than any board has; longer input is refused before it fills memory.
const LONGEST_WHOLE: u64 = 1 << 20;

/// Lines of text from a file or standard input, with their numbers.
pub(crate) struct Lines {
    /// What it is called in messages.
    name: String,
    input: BufReader<Box<dyn Read>>,
    line: Vec<u8>,
    number: u64,
    /// Whether the line read last is incomplete.
    unfinished: bool,
}

/// Opens `file`, or standard input for none and `-`.
pub(crate) fn open(file: Option<&Path>) -> Result<Lines> {
    let file = file.unwrap_or(Path::new("-"));
    let input = BufReader::with_capacity(LONGEST as usize, reader(file)?);
    Ok(Lines { name: name(file), input, line: Vec::new(), number: 0, unfinished: false })
}

/// The whole text of a file, or of standard input for `-`.
///
/// # Errors
/// With the code `input`, and without the file's name, for input that is not text or too long; any other error
/// means that reading failed.
pub(crate) fn whole(file: &Path) -> Result<String> {
    let mut text = Vec::new();
    let mut input = reader(file)?.take(LONGEST_WHOLE + 1);
    input.read_to_end(&mut text).map_err(|error| unreadable(file, &error))?;
    if text.len() as u64 > LONGEST_WHOLE {
        let what = format!("longer than any board: {LONGEST_WHOLE} bytes");
        return Err(Failure::input(what));
    }
    if let Some(what) = foreign_encoding(&text) {
        return Err(Failure::input(what));
    }
    match std::str::from_utf8(&text) {
        Ok(text) => Ok(text.trim_start_matches(MARK).to_owned()),
        Err(error) => {
            let sound = &text[..error.valid_up_to()];
            let line = 1 + sound.iter().filter(|&&byte| byte == b'\n').count();
            Err(Failure::input(format!("line {line}: not text")))
        }
    }
}

/// The byte order mark that some editors begin a text with.
const MARK: char = '\u{feff}';

/// What is wrong with text that begins in an encoding other than UTF-8.
fn foreign_encoding(start: &[u8]) -> Option<&'static str> {
    let is_utf16 = start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]);
    is_utf16.then_some("this is UTF-16 text: save it as UTF-8")
}

/// A file's name in messages.
pub(crate) fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

fn reader(file: &Path) -> Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
    Ok(Box::new(opened))
}

fn unreadable(file: &Path, error: &io::Error) -> Failure {
    let what = format!("{}: cannot be read: {error}", name(file));
    match error.kind() {
        io::ErrorKind::NotFound => Failure::missing(what),
        _ => Failure::refused(what),
    }
}

impl Lines {
    /// The number of the line read last, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether more than blanks has arrived that was not read yet.
    #[cfg(feature = "games")]
    pub(crate) fn has_more_text(&self) -> bool {
        self.input.buffer().iter().any(|byte| !byte.is_ascii_whitespace())
    }

    /// Whether reading on might wait for input that has not been written yet.
    pub(crate) fn might_wait(&self) -> bool {
        self.input.buffer().is_empty()
    }

    /// The next line without its end, and without the byte order mark that may begin the input; `None` at the end
    /// of the input. After a line that is not text, or too long, the next call continues after it.
    ///
    /// # Errors
    /// With the code `input` for a line that is not text or too long; else reading failed.
    pub(crate) fn next(&mut self) -> Result<Option<&str>> {
        let name = &self.name;
        let unreadable =
            |error: io::Error| Failure::refused(format!("{name}: cannot be read: {error}"));
        if std::mem::take(&mut self.unfinished) {
            self.input.skip_until(b'\n').map_err(unreadable)?;
        }
        self.line.clear();
        self.number += 1;
        let number = self.number;
        let read = (&mut self.input)
            .take(LONGEST + 1)
            .read_until(b'\n', &mut self.line)
            .map_err(unreadable)?;
        if read == 0 {
            return Ok(None);
        }
        if read as u64 > LONGEST {
            self.unfinished = !self.line.ends_with(b"\n");
            let what = format!("longer than {LONGEST} bytes: this is not the expected input");
            return Err(Failure::input(what).at(format_args!("line {number}")));
        }
        if number == 1
            && let Some(what) = foreign_encoding(&self.line)
        {
            return Err(Failure::input(what).at("line 1"));
        }
        match std::str::from_utf8(&self.line) {
            Ok(line) => {
                let line = if number == 1 { line.trim_start_matches(MARK) } else { line };
                Ok(Some(line.trim_end_matches(['\n', '\r'])))
            }
            Err(error) => {
                let column = error.valid_up_to() + 1;
                let what = "not text: a byte that UTF-8 does not have here";
                Err(Failure::input(what).at(format_args!("line {number}, column {column}")))
            }
        }
    }
}
