//! Text that users send, by lines or as a whole.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::failure::Failure;

/// The longest line that is read; longer ones are refused before they fill memory.
const LONGEST: u64 = 1 << 16;

/// More bytes than any board has; longer input is refused before it fills memory.
const LONGEST_WHOLE: u64 = 1 << 20;

/// Lines of text from a file or standard input, with their numbers.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    number: u64,
}

/// Opens `file`, or standard input for none and `-`.
pub(crate) fn open(file: Option<&Path>) -> Result<Lines<Box<dyn Read>>, Failure> {
    let input = reader(file.unwrap_or(Path::new("-")))?;
    let input = BufReader::with_capacity(LONGEST as usize, input);
    Ok(Lines { input, line: Vec::new(), number: 0 })
}

/// The whole text of a file, or of standard input for `-`.
pub(crate) fn whole(file: &Path) -> Result<String, Failure> {
    let mut text = Vec::new();
    let name = name(file);
    let mut input = reader(file)?.take(LONGEST_WHOLE + 1);
    input.read_to_end(&mut text).map_err(|error| unreadable(file, &error))?;
    if text.len() as u64 > LONGEST_WHOLE {
        let what = format!("{name}: longer than any board: {LONGEST_WHOLE} bytes");
        return Err(Failure::Input(what));
    }
    String::from_utf8(text).map_err(|error| {
        let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + sound.iter().filter(|&&byte| byte == b'\n').count();
        Failure::Input(format!("{name}: line {line}: not text"))
    })
}

/// A file's name in messages.
pub(crate) fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

fn reader(file: &Path) -> Result<Box<dyn Read>, Failure> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
    Ok(Box::new(opened))
}

fn unreadable(file: &Path, error: &io::Error) -> Failure {
    Failure::Refused(format!("{}: cannot be read: {error}", file.display()))
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
