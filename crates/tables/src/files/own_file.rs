//! Opens regular files in a folder that others may write to, without following links or waiting for pipes; and reads records
//! and plans.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::Path;

use perfectplay_query::Problem;

/// More bytes than any record or plan of this program has. A longer record counts as none, a longer plan is an error.
const LONGEST: u64 = 1 << 16;

/// Opens or makes a regular file of this program. Never follows a link to write elsewhere, and never waits
/// for the other end of a pipe.
///
/// # Errors
/// What the system refuses; also if it is not a regular file.
pub fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    if path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
        return Err(not_a_file());
    }
    let file = with_flags(options).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_a_file()) }
}

/// Opens a regular file for reading. Never waits for another program to write into a pipe.
///
/// # Errors
/// What the system refuses; also if it is not a regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    perfectplay_query::open_regular(path).map_err(|problem| match problem {
        Problem::Io(error) => error,
        Problem::Missing => io::ErrorKind::NotFound.into(),
        _ => not_a_file(),
    })
}

/// Reads a record or a plan, which may contain anything by now.
///
/// # Errors
/// What the system refuses; also if it is not a regular file, is longer than anything that this program writes, or is not
/// UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let reason = format!("it has more than {LONGEST} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Makes sure that nobody else writes a partial file, even if somebody has removed the table's lock file.
/// Only on Unix, because elsewhere a locked file cannot be read.
pub(crate) fn claim(file: &File) -> io::Result<()> {
    if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(io::Error::other("another program is writing it"));
    }
    // Some file systems have no locks.
    Ok(())
}

fn not_a_file() -> io::Error {
    io::Error::other("there is something else than a file")
}

/// Neither waits nor follows a link: whatever is at a path may be replaced at any time while it is not open.
#[cfg(unix)]
fn with_flags(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW)
}

/// Creating links requires a right that few users have.
#[cfg(not(unix))]
fn with_flags(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}
