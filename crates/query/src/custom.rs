//! Tables of custom games, whatever their encoding.

use perfectplay_format::{Header, TableFile};

use crate::bytes::Bytes;
use crate::coded::CodedTable;
use crate::error::Problem;
use crate::indexed::IndexedTable;
use crate::numbered::NumberedTable;

/// Whether a table with this header is of a custom game.
pub fn is_custom(header: &Header) -> bool {
    const ENCODINGS: [&str; 4] =
        [CodedTable::ENCODING, NumberedTable::NARROW, NumberedTable::WIDE, IndexedTable::ENCODING];
    ENCODINGS.contains(&&*header.encoding)
}

/// A table of a custom game.
#[derive(Debug)]
pub enum CustomTable {
    /// Of positions that a search has found.
    Coded(CodedTable),
    /// Of positions that have numbers.
    Numbered(NumberedTable),
    /// Of positions whose words are stored.
    Indexed(IndexedTable),
}

impl CustomTable {
    /// Reads an opened table.
    ///
    /// # Errors
    /// If it is of another encoding, or is not one that this program understands.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        match &*file.header().encoding {
            CodedTable::ENCODING => CodedTable::new(file).map(Self::Coded),
            IndexedTable::ENCODING => IndexedTable::new(file).map(Self::Indexed),
            _ => NumberedTable::new(file).map(Self::Numbered),
        }
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.file().header()
    }

    /// The file.
    pub const fn file(&self) -> &TableFile<Bytes> {
        match self {
            Self::Coded(table) => table.file(),
            Self::Numbered(table) => table.file(),
            Self::Indexed(table) => table.file(),
        }
    }

    /// What the values are, as in [`CodedTable::kind`].
    pub const fn kind(&self) -> u8 {
        match self {
            Self::Coded(table) => table.kind(),
            Self::Numbered(table) => table.kind(),
            Self::Indexed(table) => table.kind(),
        }
    }
}
