//! Writing at an offset of a file, from many threads at once.

use std::fs::File;
use std::io;

/// Writes all bytes at `offset`.
#[cfg(unix)]
pub fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

/// Writes all bytes at `offset`.
#[cfg(windows)]
pub fn write_all_at(file: &File, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        match file.seek_write(bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => {
                bytes = &bytes[written..];
                offset += written as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Sets the length of a new file and reserves its space where the file system can do so, so that a
/// full disk is noticed now.
pub fn allocate(file: &File, length: u64) -> io::Result<()> {
    match fs4::FileExt::allocate(file, length) {
        // Some file systems cannot do this.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
        done => return done,
    }
    file.set_len(length)
}

/// Tells the system that these bytes, which are on the disk, will not be read again soon.
#[cfg(target_os = "linux")]
pub fn forget(file: &File, bytes: std::ops::Range<u64>) {
    use rustix::fs::{Advice, fadvise};
    if let Some(length) = std::num::NonZeroU64::new(bytes.end.saturating_sub(bytes.start)) {
        // If the system ignores the advice, that costs other programs some memory and nothing else.
        let _ = fadvise(file, bytes.start, Some(length), Advice::DontNeed);
    }
}

/// There is no such advice on other systems.
#[cfg(not(target_os = "linux"))]
pub fn forget(_: &File, _: std::ops::Range<u64>) {}
