//! A table's bytes: a file read into memory, or mapped. The one unsafe call of this crate is here.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

#[cfg(feature = "mmap")]
use perfectplay_format::FormatError;
use perfectplay_format::TableFile;

use crate::{OpenError, Problem};

/// How files become bytes.
///
/// The default reads the whole file into memory, which is safe whatever other programs do.
/// A map costs no memory of its own and opens in microseconds, but its bytes are the file's: see
/// [`Access::map`] for what that asks of the folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access(Kind);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Read,
    #[cfg(feature = "mmap")]
    Map,
}

/// The bytes of a file.
#[derive(Debug)]
pub struct Bytes(
    // A read file is an anonymous map, so that a probe need not ask which of the two it has.
    #[cfg(feature = "mmap")] memmap2::Mmap,
    #[cfg(not(feature = "mmap"))] Vec<u8>,
);

impl AsRef<[u8]> for Bytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Access {
    /// Reads files into memory.
    #[must_use]
    pub const fn read() -> Self {
        Self(Kind::Read)
    }

    /// Maps files.
    ///
    /// # Safety
    /// For as long as a table opened with this is in use, nobody may change or shorten its file.
    /// A folder that only perfectplay writes to keeps that: the builder writes another file, makes
    /// it read-only and renames it, so that an open map keeps the file it has, and tables are
    /// replaced and removed by name alone. Where others break it, the behaviour is undefined; in
    /// practice a shortened file ends the program by a signal, and a changed one gives wrong
    /// answers or errors, for the readers check what they derive from bytes.
    #[cfg(feature = "mmap")]
    #[expect(unsafe_code, reason = "the contract is the caller's to keep")]
    #[must_use]
    pub const unsafe fn map() -> Self {
        Self(Kind::Map)
    }

    /// Opens the table in a file, of whatever game. Mapped, that is O(1).
    ///
    /// # Errors
    /// If the file cannot be read or mapped, or is no sound table.
    pub fn open(self, path: &Path) -> Result<TableFile<Bytes>, OpenError> {
        self.bytes(path)
            .and_then(|bytes| Ok(TableFile::open(bytes)?))
            .map_err(|problem| problem.of(path.display()))
    }

    fn bytes(self, path: &Path) -> Result<Bytes, Problem> {
        // Asked before opening: opening a pipe would wait for somebody to write.
        let metadata = match path.metadata() {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Problem::Missing),
            Err(error) => return Err(error.into()),
        };
        if !metadata.is_file() {
            return Err(Problem::NotAFile);
        }
        let file = File::open(path)?;
        match self.0 {
            Kind::Read => Bytes::read(file, metadata.len()),
            #[cfg(feature = "mmap")]
            Kind::Map => {
                #[expect(unsafe_code, reason = "no map can be made without")]
                // SAFETY: who made this `Access` has promised that nobody changes or shortens the
                // file while it is mapped, see `Access::map`.
                let map = unsafe { memmap2::Mmap::map(&file)? };
                Ok(Bytes(map))
            }
        }
    }
}

impl Bytes {
    /// As many bytes as the file had when it was opened; memory that the system does not give is
    /// an error.
    #[cfg(feature = "mmap")]
    fn read(mut file: File, length: u64) -> Result<Self, Problem> {
        let length =
            usize::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        if length == 0 {
            // There are no maps of nothing.
            return Err(FormatError::TooShort { length: 0 }.into());
        }
        let mut memory = memmap2::MmapMut::map_anon(length)?;
        file.read_exact(&mut memory)?;
        Ok(Self(memory.make_read_only()?))
    }

    /// As many bytes as the file had when it was opened; memory that the system does not give is
    /// an error.
    #[cfg(not(feature = "mmap"))]
    fn read(file: File, length: u64) -> Result<Self, Problem> {
        let mut bytes = Vec::new();
        usize::try_from(length)
            .ok()
            .and_then(|length| bytes.try_reserve_exact(length).ok())
            .ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        file.take(length).read_to_end(&mut bytes)?;
        Ok(Self(bytes))
    }
}
