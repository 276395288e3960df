//! Input by lines, whoever sends them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::failure::Failure;

/// The longest line that is read; longer ones are refused before they fill memory.
const LONGEST: u64 = 1 << 16;

/// Lines of text from a file or standard input, with their numbers.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    number: u64,
}

/// Opens `file`, or standard input for none and `-`.
pub(crate) fn open(file: Option<&Path>) -> Result<Lines<Box<dyn Read>>, Failure> {
    let input: Box<dyn Read> = match file {
        None => Box::new(io::stdin()),
        Some(path) if path == Path::new("-") => Box::new(io::stdin()),
        Some(path) => Box::new(File::open(path).map_err(|error| {
            Failure::Refused(format!("{}: cannot be read: {error}", path.display()))
        })?),
    };
    Ok(Lines { input: BufReader::new(input), line: Vec::new(), number: 0 })
}

impl<R: Read> Lines<R> {
    /// The number of the line read last, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether reading on might wait for somebody to write.
    pub(crate) fn might_wait(&self) -> bool {
        self.input.buffer().is_empty()
    }

    /// The next line without its end; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Result<Option<&str>, Failure> {
        self.line.clear();
        self.number += 1;
        let number = self.number;
        let read = (&mut self.input)
            .take(LONGEST + 1)
            .read_until(b'\n', &mut self.line)
            .map_err(|error| Failure::Refused(format!("cannot read the input: {error}")))?;
        if read == 0 {
            return Ok(None);
        }
        if read as u64 > LONGEST {
            return Err(Failure::Input(format!(
                "line {number}: longer than {LONGEST} bytes: this is not the expected input"
            )));
        }
        match std::str::from_utf8(&self.line) {
            Ok(line) => Ok(Some(line.trim_end_matches(['\n', '\r']))),
            Err(error) => Err(Failure::Input(format!(
                "line {number}, column {}: not text: a byte that UTF-8 does not have here",
                error.valid_up_to() + 1
            ))),
        }
    }
}
