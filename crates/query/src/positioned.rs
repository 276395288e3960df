//! Reading at an offset of a file, without moving the place where others read.

use std::fmt::Debug;
use std::fs::File;
use std::io;

use perfectplay_core::control::Control;

use crate::error::Problem;

/// Bytes that can be read at an offset: a file, or a table that is somewhere else.
pub trait ReadAt: Debug + Send + Sync {
    /// Fills `bytes` with those from `offset` on.
    ///
    /// # Errors
    /// If they cannot be read, or there are not this many.
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;

    /// Calls `attempt`, which reads here and there. Where reads have to wait for each other's bytes it may be called
    /// several times, so that they wait together: what it finds counts when this has returned, without an error.
    ///
    /// # Errors
    /// If bytes that it read could not be had.
    fn together(&self, control: Control<'_>, attempt: &mut dyn FnMut()) -> Result<(), Problem> {
        let _ = control;
        attempt();
        Ok(())
    }
}

impl ReadAt for File {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        read_exact_at(self, bytes, offset)
    }
}

impl ReadAt for Vec<u8> {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let start = usize::try_from(offset).ok();
        let found = start.and_then(|start| self.get(start..)?.get(..bytes.len()));
        bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Fills `bytes` with the bytes of a file from `offset` on.
///
/// # Errors
/// If the system refuses, or the file ends before.
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    fill(file, bytes, offset)
}

#[cfg(unix)]
fn fill(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn fill(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        match file.seek_read(bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A system whose files cannot be read at an offset.
#[cfg(not(any(unix, windows)))]
fn fill(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}
