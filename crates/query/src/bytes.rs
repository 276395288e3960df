//! A table's bytes: a file read into memory or mapped, or a part of the program. This module has one
//! of the crate's unsafe calls.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

#[cfg(feature = "mmap")]
use perfectplay_format::FormatError;
use perfectplay_format::{Beginning, TableFile};

use crate::{OpenError, Problem};

/// The longest mapped file, in bytes, of which the system may read more than is asked for: to read all of
/// it takes as long as about a hundred probes of pages that are not in memory.
#[cfg(all(feature = "mmap", unix))]
const READ_AHEAD: usize = 16 << 20;

/// How files become bytes.
///
/// The default reads the whole file into memory, which is safe whatever other programs do. A map
/// takes no memory of its own and opens in microseconds, but its bytes are those of the file:
/// [`Access::map`] says what that requires of the folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access(Kind);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Read,
    #[cfg(feature = "mmap")]
    Map,
}

/// The bytes of a table: of a file, or of a program that contains it.
#[derive(Debug)]
pub struct Bytes(Source);

// A file that was read is an anonymous map, so that a probe need not distinguish it from a mapped one.
// Nor need it distinguish the two variants: both are an address and a length, at the same place.
#[derive(Debug)]
enum Source {
    #[cfg(feature = "mmap")]
    File(memmap2::Mmap),
    #[cfg(not(feature = "mmap"))]
    File(Vec<u8>),
    Program(&'static [u8]),
}

impl From<&'static [u8]> for Bytes {
    /// Bytes that are read where they are.
    fn from(bytes: &'static [u8]) -> Self {
        Self(Source::Program(bytes))
    }
}

impl AsRef<[u8]> for Bytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            Source::File(bytes) => bytes,
            Source::Program(bytes) => bytes,
        }
    }
}

impl Access {
    /// Reads files into memory.
    #[must_use]
    pub const fn read() -> Self {
        Self(Kind::Read)
    }

    /// Maps files that nobody may write, as tables are that perfectplay has written, and reads others
    /// into memory. Systems other than Unix map all, and do not let a mapped file be shortened.
    ///
    /// # Safety
    /// As long as a table opened with this is in use, no program may change or shorten its file. A file
    /// that nobody may write can be changed by its owner alone, who first has to allow it; perfectplay
    /// never does: the builder writes another file and renames it. An open map keeps the file that it has,
    /// as tables are replaced and removed by name only; where the system allows neither while there is a
    /// map, they stay. If the owner breaks the rule the behaviour is undefined. In practice a shortened
    /// file ends the program by a signal, and a changed file gives wrong answers or errors, as readers
    /// check what they derive from bytes.
    #[cfg(feature = "mmap")]
    #[expect(unsafe_code, reason = "the caller must keep the contract")]
    #[must_use]
    pub const unsafe fn map() -> Self {
        Self(Kind::Map)
    }

    /// Whether it maps files.
    #[cfg(feature = "mmap")]
    pub(crate) const fn maps(self) -> bool {
        matches!(self.0, Kind::Map)
    }

    /// Opens the table in a file, of any game. With a map this takes constant time.
    ///
    /// # Errors
    /// If the file cannot be read or mapped, or is no sound table.
    pub fn open(self, path: &Path) -> Result<TableFile<Bytes>, OpenError> {
        self.bytes(path)
            .and_then(|bytes| Ok(TableFile::open(bytes)?))
            .map_err(|problem| problem.of(path.display()))
    }

    fn bytes(self, path: &Path) -> Result<Bytes, Problem> {
        let file = open_file(path)?;
        let metadata = file.metadata()?;
        match self.0 {
            #[cfg(feature = "mmap")]
            Kind::Map if cfg!(not(unix)) || metadata.permissions().readonly() => {
                #[expect(unsafe_code, reason = "there is no safe way to map a file")]
                // SAFETY: the caller of `Access::map` has promised that no program changes or
                // shortens such a file while it is mapped.
                let map = unsafe { memmap2::Mmap::map(&file)? };
                let bytes = Bytes(Source::File(map));
                #[cfg(unix)]
                bytes.advise(memmap2::Advice::Random);
                Ok(bytes)
            }
            _ => Bytes::read(file, metadata.len()),
        }
    }
}

/// Opens what should be a table's file.
fn open_file(path: &Path) -> Result<File, Problem> {
    // Asked before opening, as opening a pipe would wait for another program to write.
    match path.metadata() {
        Ok(metadata) if metadata.is_file() => Ok(File::open(path)?),
        Ok(_) => Err(Problem::NotAFile),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Problem::Missing),
        Err(error) => Err(error.into()),
    }
}

/// Opens a table's file, and reads what it begins with.
pub(crate) fn open_beginning(path: &Path) -> Result<(File, Beginning), Problem> {
    let mut file = open_file(path)?;
    let length = file.metadata()?.len();
    let mut start = Vec::new();
    (&mut file).take(Beginning::MOST as u64).read_to_end(&mut start)?;
    Ok((file, Beginning::read(&start, length)?))
}

impl Bytes {
    /// Calls `read`, which reads all bytes from the first to the last, so that the system reads ahead of
    /// it. At other times the system expects probes of a large mapped file, and reads only what they ask
    /// for.
    pub fn read_in_order<T>(&self, read: impl FnOnce() -> T) -> T {
        #[cfg(all(feature = "mmap", unix))]
        self.advise(memmap2::Advice::Sequential);
        let result = read();
        #[cfg(all(feature = "mmap", unix))]
        self.advise(memmap2::Advice::Random);
        result
    }

    /// Tells the system how a file that is not small will be read. By default it reads much around each
    /// place that is asked for.
    #[cfg(all(feature = "mmap", unix))]
    fn advise(&self, advice: memmap2::Advice) {
        if let Source::File(map) = &self.0
            && map.len() > READ_AHEAD
        {
            // A system that does not follow it is slower, and nothing else.
            let _ = map.advise(advice);
        }
    }

    /// Reads as many bytes as the file had when it was opened. Memory that the system does not give
    /// is an error.
    #[cfg(feature = "mmap")]
    fn read(mut file: File, length: u64) -> Result<Self, Problem> {
        let length =
            usize::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        if length == 0 {
            // A map of length 0 cannot be made.
            return Err(FormatError::TooShort { length: 0 }.into());
        }
        let mut memory = memmap2::MmapMut::map_anon(length)?;
        file.read_exact(&mut memory)?;
        Ok(Self(Source::File(memory.make_read_only()?)))
    }

    /// Reads as many bytes as the file had when it was opened. Memory that the system does not give
    /// is an error.
    #[cfg(not(feature = "mmap"))]
    fn read(file: File, length: u64) -> Result<Self, Problem> {
        let mut bytes = Vec::new();
        usize::try_from(length)
            .ok()
            .and_then(|length| bytes.try_reserve_exact(length).ok())
            .ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        file.take(length).read_to_end(&mut bytes)?;
        Ok(Self(Source::File(bytes)))
    }
}
