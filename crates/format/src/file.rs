//! An opened table.

use std::borrow::Cow;
use std::io;
use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::{CHUNK, FormatError, Header, Layout, MAX_HEADER, Prelude, Source, chunk_checksum};

/// The beginning of a table's file, which says everything about it except the values of its states.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Beginning {
    /// The header.
    pub header: Header,
    /// The places of the file's parts.
    pub layout: Layout,
    /// The checksum of the header. As the header holds the checksums of everything else, this is a checksum of the
    /// whole file.
    pub checksum: u64,
    /// Where the header ends, in bytes.
    end: usize,
}

impl Beginning {
    /// The longest, in bytes.
    pub const MOST: usize = Prelude::LENGTH + MAX_HEADER;

    /// Reads the start of a file of this many bytes: all of it, or enough to contain the header.
    ///
    /// # Errors
    /// If prelude, header or the file's length is wrong.
    pub fn read(start: &[u8], length: u64) -> Result<Self, FormatError> {
        let prelude = Prelude::parse(start)?;
        let end = Prelude::LENGTH + prelude.header_length as usize;
        let encoded = start.get(Prelude::LENGTH..end).ok_or(FormatError::TooShort(length))?;
        if xxh3_64(encoded) != prelude.header_checksum {
            return Err(FormatError::HeaderDamaged);
        }
        let header = Header::decode(encoded)?;
        let layout = Layout::check(end as u64, &header.sections)?;
        let (expected, found) = (layout.file_length(), length);
        if expected != found {
            return Err(FormatError::WrongLength { expected, found });
        }
        Ok(Self { header, layout, checksum: prelude.header_checksum, end })
    }
}

/// The most bytes that are read at a time when a whole file is read: whole chunks.
const PIECE: u64 = 128 * CHUNK;

/// A table in any bytes: a memory map, a vector, a slice, a file.
///
/// Opening reads prelude and header, and nothing else. It guarantees that every section lies within
/// the bytes.
///
/// ```no_run
/// use perfectplay_format::TableFile;
/// let table = TableFile::open(std::fs::read("number-40.table")?)?;
/// println!("{}: {} states", table.header().name, table.header().states);
/// table.verify_bytes(|_| true)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TableFile<S> {
    source: S,
    beginning: Beginning,
}

impl<S: Source> TableFile<S> {
    /// Opens a whole file.
    ///
    /// # Errors
    /// If prelude, header or the file's length is wrong.
    pub fn open(source: S) -> Result<Self, FormatError> {
        let length = source.length();
        let beginning = {
            let start = source.read(0..length.min(Beginning::MOST as u64)).map_err(unreadable)?;
            Beginning::read(&start, length)?
        };
        Ok(Self { source, beginning })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.beginning.header
    }

    /// The places of its parts.
    #[doc(hidden)]
    pub fn layout(&self) -> &Layout {
        &self.beginning.layout
    }

    /// The checksum of the header. As the header holds the checksums of everything else, this is a checksum of the
    /// whole file.
    #[doc(hidden)]
    pub fn checksum(&self) -> u64 {
        self.beginning.checksum
    }

    /// The beginning of the file, without the rest.
    #[doc(hidden)]
    pub fn into_beginning(self) -> Beginning {
        self.beginning
    }

    /// The source of the bytes.
    #[doc(hidden)]
    pub fn source(&self) -> &S {
        &self.source
    }

    /// The whole file, from its first byte to its last, in pieces of up to 8 MiB.
    #[doc(hidden)]
    pub fn pieces(&self) -> impl Iterator<Item = io::Result<Cow<'_, [u8]>>> {
        let length = self.source.length();
        let starts = (0..length.div_ceil(PIECE)).map(|piece| piece * PIECE);
        starts.map(move |start| self.source.read(start..length.min(start + PIECE)))
    }

    /// The place of a section, in bytes from the start of the file, within which it always lies.
    ///
    /// # Errors
    /// [`FormatError::SectionMissing`].
    #[doc(hidden)]
    pub fn section(&self, name: &'static str) -> Result<Range<u64>, FormatError> {
        let mut sections = self.beginning.header.sections.iter();
        let section = sections.find(|section| section.name == name);
        let section = section.ok_or(FormatError::SectionMissing(name))?;
        Ok(section.offset..section.offset + section.length)
    }

    /// Checks every byte that opening did not: the zeros between the parts, the list of checksums,
    /// and every chunk of the payload. After each chunk `progress` is called with its length, and may
    /// stop the check by returning `false`.
    pub fn verify_bytes(&self, mut progress: impl FnMut(u64) -> bool) -> Result<(), FormatError> {
        let Beginning { header, layout, end, .. } = &self.beginning;
        let Layout { payload, checksums } = layout.clone();
        self.check_zeros(*end as u64..payload.start)?;
        let checksums = self.source.read(checksums).map_err(unreadable)?;
        if xxh3_64(&checksums) != header.checksums {
            return Err(FormatError::ChecksumsDamaged);
        }
        let mut offset = payload.start;
        let mut checksums = checksums.chunks_exact(8);
        while offset < payload.end {
            let piece = self.source.read(offset..payload.end.min(offset + PIECE));
            for (chunk, checksum) in
                piece.map_err(unreadable)?.chunks(CHUNK as usize).zip(&mut checksums)
            {
                if chunk_checksum(chunk).to_le_bytes() != checksum {
                    let chunk = (offset - payload.start) / CHUNK;
                    return Err(FormatError::ChunkDamaged { chunk, offset });
                }
                offset += chunk.len() as u64;
                if !progress(chunk.len() as u64) {
                    return Ok(());
                }
            }
        }
        let mut end = payload.start;
        for section in &header.sections {
            self.check_zeros(end..section.offset)?;
            end = section.offset + section.length;
        }
        self.check_zeros(end..payload.end)
    }

    fn check_zeros(&self, range: Range<u64>) -> Result<(), FormatError> {
        let bytes = self.source.read(range.clone()).map_err(unreadable)?;
        match bytes.iter().position(|&byte| byte != 0) {
            Some(place) => Err(FormatError::PaddingNotZero(range.start + place as u64)),
            None => Ok(()),
        }
    }
}

fn unreadable(error: io::Error) -> FormatError {
    FormatError::Unreadable(error.kind())
}
