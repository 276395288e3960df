//! A damaged file that is still to be judged, and what can become of it.

use std::fmt;

use std::path::Path;

use tempfile::TempDir;

/// What became of a damaged file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was not opened: there was an error.
    Refused,
    /// It was opened, and behaves as if it were not damaged.
    Same,
    /// It was opened, and `verify` says what is wrong.
    Denounced,
}

pub struct Case {
    pub how: String,
    pub length: usize,
    /// Panics if a reader does something that it must not do.
    pub judge: Box<dyn FnOnce() -> Fate>,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.how)
    }
}

/// A folder for files, in memory if there is such a folder.
pub(crate) fn directory() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.unwrap()
}

/// Checks that a message is one line of a reasonable length.
pub(crate) fn assert_is_message(message: &str, most: usize) {
    assert!(!message.is_empty() && message.len() < most, "{message}");
    assert!(!message.contains(char::is_control), "{message:?}");
}
