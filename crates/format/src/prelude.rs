//! The first 32 bytes: whether this is a table, and whether its header may be decoded.

use xxhash_rust::xxh3::xxh3_64;

use crate::{FormatError, VERSION};

/// The first eight bytes of every table. As in PNG, the first byte is not ASCII, and the line ends and the
/// end-of-file character after the name change when a file is copied as text.
pub const MAGIC: [u8; 8] = *b"\x89PPT\r\n\x1a\n";

/// The longest header that is read, in bytes.
pub const MAX_HEADER: usize = 65_536;

/// The raw start of a file, little-endian:
///
/// | bytes | field |
/// |---|---|
/// | 0..8 | [`MAGIC`] |
/// | 8..12 | format version |
/// | 12..16 | header length in bytes |
/// | 16..24 | XXH3-64 of the header |
/// | 24..32 | XXH3-64 of bytes 0..24 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prelude {
    /// The header's length in bytes, at most [`MAX_HEADER`].
    pub header_length: u32,
    /// XXH3-64 of the header.
    pub header_checksum: u64,
}

impl Prelude {
    /// The prelude's length in bytes: where the header begins.
    pub const LENGTH: usize = 32;

    /// The prelude of an encoded header.
    pub fn of(header: &[u8]) -> Self {
        Self { header_length: header.len() as u32, header_checksum: xxh3_64(header) }
    }

    /// The 32 bytes.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        bytes[0..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.header_length.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.header_checksum.to_le_bytes());
        let checksum = xxh3_64(&bytes[..24]);
        bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the start of `file`. The version is checked before the checksum, so that later versions may change
    /// everything after it.
    ///
    /// # Errors
    /// If the bytes are not a prelude of this version.
    pub fn parse(file: &[u8]) -> Result<Self, FormatError> {
        let magic = file.get(..8).ok_or(FormatError::TooShort(file.len() as u64))?;
        if magic != MAGIC {
            return Err(if magic[..4] == MAGIC[..4] {
                FormatError::CopiedAsText
            } else {
                FormatError::NotATable
            });
        }
        let bytes: &[u8; Self::LENGTH] =
            file.first_chunk().ok_or(FormatError::TooShort(file.len() as u64))?;
        let version = u32_at(bytes, 8);
        if version != VERSION {
            return Err(FormatError::UnknownVersion(version));
        }
        if u64_at(bytes, 24) != xxh3_64(&bytes[..24]) {
            return Err(FormatError::PreludeDamaged);
        }
        let prelude = Self { header_length: u32_at(bytes, 12), header_checksum: u64_at(bytes, 16) };
        if prelude.header_length as usize > MAX_HEADER {
            return Err(FormatError::HeaderTooLong(prelude.header_length));
        }
        Ok(prelude)
    }
}

fn u32_at(bytes: &[u8; Prelude::LENGTH], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(bytes: &[u8; Prelude::LENGTH], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
