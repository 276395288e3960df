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

/// There are no files: tables are read there, and not built.
#[cfg(target_family = "wasm")]
pub fn write_all_at(_: &File, _: &[u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Sets the length of a new file and reserves its space where the file system can do so, so that a
/// full disk is noticed now.
pub fn allocate(file: &File, length: u64) -> io::Result<()> {
    match reserve(file, length) {
        // Some file systems cannot do this.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
        done => return done,
    }
    file.set_len(length)
}

#[cfg(target_os = "linux")]
fn reserve(file: &File, length: u64) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    let length = libc::off_t::try_from(length).map_err(io::Error::other)?;
    #[expect(unsafe_code, reason = "the system is asked")]
    // SAFETY: it changes nothing but the open file.
    let done = unsafe { libc::fallocate(file.as_raw_fd(), 0, 0, length) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
fn reserve(file: &File, length: u64) -> io::Result<()> {
    fs4::FileExt::allocate(file, length)
}

#[cfg(target_family = "wasm")]
fn reserve(_: &File, _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Tells the system that these bytes, which are on the disk, will not be read again soon.
#[cfg(target_os = "linux")]
pub fn forget(file: &File, bytes: std::ops::Range<u64>) {
    use std::os::fd::AsRawFd;

    let length = bytes.end.saturating_sub(bytes.start);
    // No bytes would stand for all of them.
    if let (Ok(start), Ok(length @ 1..)) = (bytes.start.try_into(), length.try_into()) {
        #[expect(unsafe_code, reason = "the system is told")]
        // SAFETY: advice changes nothing. If it is ignored, that costs other programs some memory and nothing else.
        unsafe {
            libc::posix_fadvise(file.as_raw_fd(), start, length, libc::POSIX_FADV_DONTNEED);
        }
    }
}

/// There is no such advice on other systems.
#[cfg(not(target_os = "linux"))]
pub fn forget(_: &File, _: std::ops::Range<u64>) {}
