//! A table's bytes: of a file that is mapped, read into memory or read on demand; or in memory. This module has
//! one of the crate's unsafe calls.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "mmap")]
use perfectplay_format::FormatError;
use perfectplay_format::{Source, TableFile};

use crate::error::{OpenError, Problem};
use crate::positioned::ReadAt;
use crate::table_place::TablePlace;

/// The longest mapped file, in bytes, of which the system may read more than is asked for: reading all of it takes
/// as long as a hundred or so probes of pages that are not in memory.
const READ_AHEAD: usize = 16 << 20;

/// How the bytes of files are read.
///
/// By default a whole file is read into memory, which is safe whatever other programs do.
/// [`positioned`](Self::positioned) opens it in microseconds and takes hardly any memory, but asks the system for
/// what each probe reads. A [map](Self::map) has both advantages; it says what that requires of the folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access(Kind);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Read,
    Positioned,
    #[cfg(feature = "mmap")]
    Map,
}

/// The bytes of a table: of a file, in memory, or wherever [`ReadAt`] finds them.
///
/// All readers of tables work over these, so that they can be compiled once, in this crate. Bytes of any kind become
/// these: static ones are used where they are, those of a vector are [copied](From) into a map of memory (without
/// the feature `mmap` they are used as they are), and others are read on demand, by [`read_at`](Self::read_at).
#[derive(derive_more::Debug)]
pub struct Bytes {
    #[debug("{} bytes", in_memory.as_slice().len())]
    in_memory: InMemory,
    /// This many bytes of a file, each read on demand; none are then in memory. A probe looks in memory first, so
    /// that tables in memory cost it no branch.
    file: Option<(Arc<dyn ReadAt>, u64)>,
    /// Whether the bytes in memory are a map of a file.
    is_mapped: bool,
}

// A file that was read is an anonymous map, so that a probe need not distinguish it from a mapped one.
// Nor need it distinguish the two variants: both are an address and a length, at the same place. A third one, of
// the same form, costs a probe a few instructions.
enum InMemory {
    #[cfg(feature = "mmap")]
    File(memmap2::Mmap),
    #[cfg(not(feature = "mmap"))]
    File(Box<[u8]>),
    Program(&'static [u8]),
}

impl InMemory {
    #[inline(always)]
    fn as_slice(&self) -> &[u8] {
        match self {
            Self::File(bytes) => bytes,
            Self::Program(bytes) => bytes,
        }
    }
}

impl From<&'static [u8]> for Bytes {
    /// Bytes that are used where they are.
    fn from(bytes: &'static [u8]) -> Self {
        InMemory::Program(bytes).into()
    }
}

impl From<Vec<u8>> for Bytes {
    /// With the feature `mmap` a copy; if the system does not grant the memory for it, each probe reads what it needs
    /// from the vector.
    fn from(bytes: Vec<u8>) -> Self {
        #[cfg(feature = "mmap")]
        {
            let length = bytes.len() as u64;
            let copied = Self::read_whole(&bytes[..], length);
            copied.unwrap_or_else(|_| Self::read_at(Arc::new(bytes), length))
        }
        #[cfg(not(feature = "mmap"))]
        InMemory::File(bytes.into()).into()
    }
}

impl From<InMemory> for Bytes {
    fn from(in_memory: InMemory) -> Self {
        Self { in_memory, file: None, is_mapped: false }
    }
}

#[doc(hidden)]
impl Bytes {
    /// This many bytes, which are read on demand, as those of a file with [`Access::positioned`] are.
    pub fn read_at(file: Arc<dyn ReadAt>, length: u64) -> Self {
        Self { file: Some((file, length)), ..InMemory::Program(&[]).into() }
    }

    /// Reads all bytes of a map that is not large, so that they are in memory. Returns whether all of this is in
    /// memory then: otherwise a read may have to wait for the disk.
    pub fn load(&self) -> bool {
        if self.file.is_some() {
            return false;
        }
        let bytes = self.in_memory.as_slice();
        if self.is_mapped {
            if bytes.len() > READ_AHEAD {
                return false;
            }
            // No system has smaller pages.
            bytes.iter().step_by(4096).for_each(|byte| {
                std::hint::black_box(*byte);
            });
        }
        true
    }

    /// All bytes, if they are in memory or mapped.
    pub fn in_memory(&self) -> Option<&[u8]> {
        self.file.is_none().then_some(self.in_memory.as_slice())
    }

    /// The bytes of a range, if they are in memory or mapped.
    #[inline(always)]
    pub(crate) fn slice(&self, range: Range<usize>) -> Option<&[u8]> {
        self.in_memory.as_slice().get(range)
    }

    /// The few bytes at a place that is not in memory.
    pub(crate) fn array<const N: usize>(&self, offset: u64) -> Option<[u8; N]> {
        let (file, _) = self.file.as_ref()?;
        let mut array = [0; N];
        file.read_exact_at(&mut array, offset).ok()?;
        Some(array)
    }

    /// Calls `read`, which reads all bytes in order, so that the system reads ahead. At other times the system
    /// expects probes of a large mapped file, and reads only what they ask for.
    pub fn read_in_order<T>(&self, read: impl FnOnce() -> T) -> T {
        #[cfg(all(feature = "mmap", unix))]
        self.advise(memmap2::Advice::Sequential);
        let result = read();
        #[cfg(all(feature = "mmap", unix))]
        self.advise(memmap2::Advice::Random);
        result
    }

    /// Tells the system how a file that is not small will be read. By default the system reads a lot around each
    /// place that is asked for.
    #[cfg(all(feature = "mmap", unix))]
    fn advise(&self, advice: memmap2::Advice) {
        if let InMemory::File(map) = &self.in_memory
            && map.len() > READ_AHEAD
        {
            // A system that ignores the advice is slower, and nothing else.
            let _ = map.advise(advice);
        }
    }

    /// Reads this many bytes into memory, as many as a file had when it was opened. It is an error if the system
    /// does not grant the memory.
    #[cfg(feature = "mmap")]
    pub(crate) fn read_whole(mut file: impl Read, length: u64) -> Result<Self, Problem> {
        let length =
            usize::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        if length == 0 {
            // A map of length 0 is not possible.
            return Err(FormatError::TooShort(0).into());
        }
        let mut memory = memmap2::MmapMut::map_anon(length)?;
        file.read_exact(&mut memory)?;
        Ok(InMemory::File(memory.make_read_only()?).into())
    }

    /// Reads all of this many bytes into memory.
    #[cfg(not(feature = "mmap"))]
    pub(crate) fn read_whole(mut file: impl Read, length: u64) -> Result<Self, Problem> {
        let mut bytes = allocate(length)?;
        file.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

impl Source for Bytes {
    fn length(&self) -> u64 {
        self.file.as_ref().map_or(self.in_memory.as_slice().len() as u64, |(_, length)| *length)
    }

    fn read(&self, range: Range<u64>) -> io::Result<Cow<'_, [u8]>> {
        if range.start > range.end || range.end > self.length() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let Some((file, _)) = &self.file else {
            return Ok(Cow::Borrowed(
                &self.in_memory.as_slice()[range.start as usize..range.end as usize],
            ));
        };
        let mut bytes = allocate(range.end - range.start)?;
        file.read_exact_at(&mut bytes, range.start)?;
        Ok(Cow::Owned(bytes))
    }
}

impl Access {
    /// Reads files into memory.
    pub const fn read() -> Self {
        Self(Kind::Read)
    }

    /// Keeps files open, and reads what a probe asks for on demand. Sections that a probe reads in many places,
    /// such as indexes, are read into memory when a table is opened; so are tables of `number` from 24 on if they have
    /// up to 512 KiB, and those of single boards of `tokens`.
    ///
    /// A change of a file while it is open gives wrong answers or errors.
    pub const fn positioned() -> Self {
        Self(Kind::Positioned)
    }

    /// Maps files that nobody may write to, as is the case for tables that perfectplay has written, and reads
    /// others into memory. Systems other than Unix map all files, and do not let a mapped file be shortened.
    ///
    /// ```
    /// use perfectplay_query::{Access, TableFolder};
    /// // SAFETY: only the builder writes there, and it replaces tables by renaming new files.
    /// let folder = TableFolder::new("tables").with_access(unsafe { Access::map() });
    /// ```
    ///
    /// # Safety
    /// The caller must ensure that no process modifies or truncates the file of a table while the table is
    /// open; otherwise the behaviour is undefined.
    ///
    /// perfectplay itself never does: it replaces and removes a table by name only, which leaves an open map its
    /// file; where the system does not allow that while there is a map, the table stays. A file that nobody may
    /// write to can only be changed by its owner, who has to allow it first. In practice access to a truncated map
    /// raises SIGBUS, and a modified file gives wrong answers or errors, as readers check what they derive from
    /// the bytes.
    #[cfg(feature = "mmap")]
    #[expect(unsafe_code, reason = "the caller must keep the contract")]
    pub const unsafe fn map() -> Self {
        Self(Kind::Map)
    }

    /// Whether it maps files.
    #[cfg(feature = "mmap")]
    pub(crate) const fn maps(self) -> bool {
        matches!(self.0, Kind::Map)
    }

    /// Opens the table in a file, of any game. Unless the file is read into memory this takes constant time.
    ///
    /// # Errors
    /// If the file cannot be read or mapped, or is no sound table.
    #[doc(hidden)]
    pub fn open(self, path: &Path) -> Result<TableFile<Bytes>, OpenError> {
        let open = || Ok(TableFile::open(self.bytes(path)?)?);
        open().map_err(|problem: Problem| problem.at(TablePlace::File(path.to_owned())))
    }

    fn bytes(self, path: &Path) -> Result<Bytes, Problem> {
        let file = open_regular(path)?;
        let metadata = file.metadata()?;
        match self.0 {
            #[cfg(feature = "mmap")]
            Kind::Map if cfg!(not(unix)) || metadata.permissions().readonly() => {
                #[expect(unsafe_code, reason = "there is no safe way to map a file")]
                // SAFETY: the caller of `Access::map` has promised that no program changes or
                // shortens such a file while it is mapped.
                let map = unsafe { memmap2::Mmap::map(&file)? };
                let bytes = Bytes { is_mapped: true, ..InMemory::File(map).into() };
                #[cfg(unix)]
                bytes.advise(memmap2::Advice::Random);
                Ok(bytes)
            }
            Kind::Positioned => Ok(Bytes::read_at(Arc::new(file), metadata.len())),
            _ => Bytes::read_whole(file, metadata.len()),
        }
    }
}

/// Opens a regular file for reading. Only an open file can be asked what it is: whatever is at a path may be
/// replaced at any time.
///
/// # Errors
/// [`Problem::Missing`], [`Problem::NotAFile`], and [`Problem::Io`] for what else the system refuses.
pub fn open_regular(path: &Path) -> Result<File, Problem> {
    let mut options = File::options();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Opening a pipe would wait for another program to write into it.
        options.custom_flags(libc::O_NONBLOCK);
    }
    match options.read(true).open(path) {
        Ok(file) if file.metadata()?.is_file() => Ok(file),
        Ok(_) => Err(Problem::NotAFile),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Problem::Missing),
        // Some systems do not open folders, and none opens a socket.
        Err(_) if path.metadata().is_ok_and(|there| !there.is_file()) => Err(Problem::NotAFile),
        Err(error) => Err(error.into()),
    }
}

/// This many bytes of memory, if the system grants them.
fn allocate(length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let length =
        usize::try_from(length).ok().filter(|&length| bytes.try_reserve_exact(length).is_ok());
    bytes.resize(length.ok_or(io::ErrorKind::OutOfMemory)?, 0);
    Ok(bytes)
}
