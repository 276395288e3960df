//! An opened table.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::{CHUNK, FormatError, Header, Layout, Prelude, chunk_checksum};

/// A table in any bytes: a memory map, a vector, a slice.
///
/// Opening reads prelude and header, and nothing else. It guarantees that every section lies within
/// the bytes.
#[derive(Clone, Debug)]
pub struct TableFile<B> {
    bytes: B,
    header: Header,
    layout: Layout,
    header_end: usize,
}

impl<B: AsRef<[u8]>> TableFile<B> {
    /// Opens `bytes`, which must be a whole file.
    ///
    /// # Errors
    /// If prelude, header or the file's length is wrong.
    pub fn open(bytes: B) -> Result<Self, FormatError> {
        let file = bytes.as_ref();
        let prelude = Prelude::parse(file)?;
        let header_end = Prelude::LENGTH + prelude.header_length as usize;
        let encoded = file
            .get(Prelude::LENGTH..header_end)
            .ok_or(FormatError::TooShort { length: file.len() as u64 })?;
        if xxh3_64(encoded) != prelude.header_checksum {
            return Err(FormatError::HeaderDamaged);
        }
        let header = Header::decode(encoded)?;
        let layout = Layout::check(header_end as u64, &header.sections)?;
        let (expected, found) = (layout.file_length(), file.len() as u64);
        if expected != found {
            return Err(FormatError::WrongLength { expected, found });
        }
        Ok(Self { bytes, header, layout, header_end })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The places of its parts.
    pub fn layout(&self) -> &Layout {
        &self.layout
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
        let file = self.bytes();
        let payload = self.layout.payload.start as usize..self.layout.payload.end as usize;
        self.check_zeros(self.header_end..payload.start)?;
        let checksums = &file[payload.end..];
        if xxh3_64(checksums) != self.header.checksums {
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
        for section in &self.header.sections {
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
