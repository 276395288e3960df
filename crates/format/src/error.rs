//! The ways in which bytes can fail to be a sound table.

use std::io;

use thiserror::Error;

use crate::VERSION;

/// Why bytes are not a sound table. The texts say what is wrong; the caller adds the file and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum FormatError {
    /// The source of the bytes could not read them.
    #[error("it cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    /// Shorter than a prelude: only this many bytes.
    #[error("{0} bytes are too few for a table")]
    TooShort(u64),
    /// It does not begin with the magic.
    #[error("this is not a perfectplay table")]
    NotATable,
    /// The line ends in the magic were changed.
    #[error("its line ends were changed: it was copied as text, copy it as binary")]
    CopiedAsText,
    /// The format version is not one that this program reads.
    #[error("its format is version {0}, and this program reads version {VERSION}")]
    UnknownVersion(u32),
    /// The prelude's checksum is wrong.
    #[error("its first 32 bytes are damaged")]
    PreludeDamaged,
    /// The header is longer than the limit, by the length in the prelude.
    #[error("its header of {0} bytes is longer than any table's")]
    HeaderTooLong(u32),
    /// The header's checksum is wrong.
    #[error("its header is damaged")]
    HeaderDamaged,
    /// The header's checksum is right, but its bytes are not a header: what the decoder says.
    #[error("its header cannot be decoded: {0}")]
    HeaderMeaningless(String),
    /// A section is not where it must be, given those before it.
    #[error("its section `{0}` is misplaced")]
    SectionMisplaced(String),
    /// The sections' lengths add up to more than the longest file.
    #[error("its sections are larger than any file")]
    TooLarge,
    /// The file is shorter or longer than its header says.
    #[error("it has {found} bytes instead of {expected}: it was cut off or added to")]
    WrongLength { expected: u64, found: u64 },
    /// A section that the encoding has is missing.
    #[error("it has no section `{0}`")]
    SectionMissing(&'static str),
    /// A byte between two parts is not zero: its place in the file.
    #[error("byte {0} should be zero, between two parts of the file")]
    PaddingNotZero(u64),
    /// The list of chunk checksums does not match the header.
    #[error("its list of checksums is damaged")]
    ChecksumsDamaged,
    /// A chunk of the payload does not match its checksum: its number, from 0 on, and where it begins in the file.
    #[error("chunk {chunk}, from byte {offset}, is damaged")]
    ChunkDamaged { chunk: u64, offset: u64 },
}
