//! The places of sections and checksums.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::{FormatError, Section};

/// Sections and checksums begin at multiples of this many bytes: a page.
pub const ALIGNMENT: u64 = 4096;

/// How many payload bytes share a checksum.
pub const CHUNK: u64 = 65_536;

/// The checksum of one chunk of payload: XXH3-64.
pub fn chunk_checksum(chunk: &[u8]) -> u64 {
    xxh3_64(chunk)
}

/// The places of a file's parts, in bytes from its start.
///
/// The payload is everything from the first section to the checksums, including the zeros between sections, in
/// chunks of [`CHUNK`] bytes; the last may be shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The payload.
    pub payload: Range<u64>,
    /// The chunk checksums, eight bytes each, up to the end of the file.
    pub checksums: Range<u64>,
}

impl Layout {
    /// Places sections with these names and lengths, in this order, after a header that ends at `header_end`.
    ///
    /// # Errors
    /// [`FormatError::TooLarge`] if the file would end beyond 2^63.
    pub fn place<'a>(
        header_end: u64,
        sections: impl IntoIterator<Item = (&'a str, u64)>,
    ) -> Result<(Self, Vec<Section>), FormatError> {
        let start = aligned(header_end)?;
        let mut end = start;
        let mut placed = Vec::new();
        for (name, length) in sections {
            placed.push(Section { name: name.to_owned(), offset: end, length });
            end = aligned(end.checked_add(length).ok_or(FormatError::TooLarge)?)?;
        }
        let chunks = (end - start).div_ceil(CHUNK);
        let file_end = end.checked_add(8 * chunks).ok_or(FormatError::TooLarge)?;
        Ok((Self { payload: start..end, checksums: end..file_end }, placed))
    }

    /// The layout of a file with these sections, which must lie exactly where
    /// [`place`](Self::place) puts them.
    ///
    /// # Errors
    /// [`FormatError::SectionMisplaced`] names the first that does not.
    pub fn check(header_end: u64, sections: &[Section]) -> Result<Self, FormatError> {
        let lengths = sections.iter().map(|section| (section.name.as_str(), section.length));
        let (layout, expected) = Self::place(header_end, lengths)?;
        match sections.iter().zip(&expected).find(|(found, expected)| found != expected) {
            Some((found, _)) => Err(FormatError::SectionMisplaced(found.name.clone())),
            None => Ok(layout),
        }
    }

    /// The file's length.
    pub fn file_length(&self) -> u64 {
        self.checksums.end
    }

    /// How many chunks the payload has.
    pub fn chunks(&self) -> u64 {
        (self.checksums.end - self.checksums.start) / 8
    }
}

/// The next multiple of [`ALIGNMENT`], if it is below 2^63.
fn aligned(offset: u64) -> Result<u64, FormatError> {
    offset
        .checked_next_multiple_of(ALIGNMENT)
        .filter(|&offset| i64::try_from(offset).is_ok())
        .ok_or(FormatError::TooLarge)
}
