//! An opened table.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::{CHUNK, FormatError, Header, Layout, MAX_HEADER, Prelude, chunk_checksum};

/// What a table's file begins with, which says all about it but the values of its states.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Beginning {
    /// The header.
    pub header: Header,
    /// The places of the file's parts.
    pub layout: Layout,
    /// The checksum of the header. As that has the checksums of all else, it is one of the whole file.
    pub checksum: u64,
    /// Where the header ends, in bytes.
    end: usize,
}

impl Beginning {
    /// The longest, in bytes.
    pub const MOST: usize = Prelude::LENGTH + MAX_HEADER;

    /// Reads the start of a file of so many bytes: all of it, or so much that the header is within.
    ///
    /// # Errors
    /// If prelude, header or the file's length is wrong.
    pub fn read(start: &[u8], length: u64) -> Result<Self, FormatError> {
        let prelude = Prelude::parse(start)?;
        let end = Prelude::LENGTH + prelude.header_length as usize;
        let encoded = start.get(Prelude::LENGTH..end).ok_or(FormatError::TooShort { length })?;
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

/// A table in any bytes: a memory map, a vector, a slice.
///
/// Opening reads prelude and header, and nothing else. It guarantees that every section lies within
/// the bytes.
#[derive(Clone, Debug)]
pub struct TableFile<B> {
    bytes: B,
    beginning: Beginning,
}

impl<B: AsRef<[u8]>> TableFile<B> {
    /// Opens `bytes`, which must be a whole file.
    ///
    /// # Errors
    /// If prelude, header or the file's length is wrong.
    pub fn open(bytes: B) -> Result<Self, FormatError> {
        let file = bytes.as_ref();
        let beginning = Beginning::read(file, file.len() as u64)?;
        Ok(Self { bytes, beginning })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.beginning.header
    }

    /// The places of its parts.
    pub fn layout(&self) -> &Layout {
        &self.beginning.layout
    }

    /// What the file begins with, without the rest.
    pub fn into_beginning(self) -> Beginning {
        self.beginning
    }

    /// What has the bytes.
    pub fn source(&self) -> &B {
        &self.bytes
    }

    /// The whole file.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The place of a section in [`bytes`](Self::bytes), within which it always lies.
    ///
    /// # Errors
    /// [`FormatError::SectionMissing`].
    pub fn section(&self, name: &'static str) -> Result<Range<usize>, FormatError> {
        let section = self
            .beginning
            .header
            .sections
            .iter()
            .find(|section| section.name == name)
            .ok_or(FormatError::SectionMissing { name })?;
        Ok(section.offset as usize..(section.offset + section.length) as usize)
    }

    /// Checks every byte that opening did not: the zeros between the parts, the list of checksums,
    /// and every chunk of the payload. After each chunk `progress` is called with its length, and may
    /// stop the check by returning `false`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify_bytes(&self, mut progress: impl FnMut(u64) -> bool) -> Result<(), FormatError> {
        let (file, Beginning { header, layout, end, .. }) = (self.bytes(), &self.beginning);
        let payload = layout.payload.start as usize..layout.payload.end as usize;
        self.check_zeros(*end..payload.start)?;
        let checksums = &file[payload.end..];
        if xxh3_64(checksums) != header.checksums {
            return Err(FormatError::ChecksumsDamaged);
        }
        let chunks = file[payload.clone()].chunks(CHUNK as usize);
        for (number, (chunk, checksum)) in chunks.zip(checksums.chunks_exact(8)).enumerate() {
            if chunk_checksum(chunk).to_le_bytes() != checksum {
                let offset = (payload.start + number * CHUNK as usize) as u64;
                return Err(FormatError::ChunkDamaged { chunk: number as u64, offset });
            }
            if !progress(chunk.len() as u64) {
                return Ok(());
            }
        }
        let mut end = payload.start;
        for section in &header.sections {
            self.check_zeros(end..section.offset as usize)?;
            end = (section.offset + section.length) as usize;
        }
        self.check_zeros(end..payload.end)
    }

    fn check_zeros(&self, range: Range<usize>) -> Result<(), FormatError> {
        match self.bytes()[range.clone()].iter().position(|&byte| byte != 0) {
            Some(place) => {
                Err(FormatError::PaddingNotZero { offset: (range.start + place) as u64 })
            }
            None => Ok(()),
        }
    }
}
