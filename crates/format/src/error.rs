//! What can be wrong with a table's bytes.

use thiserror::Error;

use crate::VERSION;

/// Why bytes are not a sound table. The texts say what is wrong; which file it is
/// and what mends it is for the caller to add.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// Shorter than a prelude.
    #[error("{length} bytes are too few for a table")]
    TooShort {
        /// The file's length.
        length: u64,
    },
    /// Another magic.
    #[error("this is not a perfectplay table")]
    NotATable,
    /// The magic's line ends were changed.
    #[error("its line ends were changed: it was copied as text, copy it as binary")]
    CopiedAsText,
    /// A format version that this program does not read.
    #[error("its format is version {version}, and this program reads version {VERSION}")]
    UnknownVersion {
        /// The version found.
        version: u32,
    },
    /// The prelude's checksum is wrong.
    #[error("its first 32 bytes are damaged")]
    PreludeDamaged,
    /// A header beyond the limit.
    #[error("its header of {length} bytes is longer than any table's")]
    HeaderTooLong {
        /// The length promised.
        length: u32,
    },
    /// The header's checksum is wrong.
    #[error("its header is damaged")]
    HeaderDamaged,
    /// The header's checksum is right, but its contents are not a header.
    #[error("its header cannot be decoded: {reason}")]
    HeaderMeaningless {
        /// The decoder's words.
        reason: String,
    },
    /// A section is not where its predecessors put it.
    #[error("its section `{name}` is misplaced")]
    SectionMisplaced {
        /// The section.
        name: String,
    },
    /// The sections' lengths add up to more than a file can have.
    #[error("its sections are larger than any file")]
    TooLarge,
    /// The file ends early or late.
    #[error("it has {found} bytes instead of {expected}: it was cut off or added to")]
    WrongLength {
        /// The length that the header promises.
        expected: u64,
        /// The file's length.
        found: u64,
    },
    /// A section that this game needs is not there.
    #[error("it has no section `{name}`")]
    SectionMissing {
        /// The section.
        name: &'static str,
    },
    /// Zeros are expected between the parts.
    #[error("byte {offset} should be zero, between two parts of the file")]
    PaddingNotZero {
        /// The byte's place in the file.
        offset: u64,
    },
    /// The list of block checksums does not match the header.
    #[error("its list of checksums is damaged")]
    ChecksumsDamaged,
    /// A block of the payload does not match its checksum.
    #[error("block {block}, from byte {offset}, is damaged")]
    BlockDamaged {
        /// The block, counted from 0.
        block: u64,
        /// Where it begins in the file.
        offset: u64,
    },
}
