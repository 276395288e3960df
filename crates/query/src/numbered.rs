//! The reader of tables whose encodings are `value8` and `value16`: values of custom games whose positions are numbered.

use perfectplay_format::{Header, TableFile};

use crate::bytes::Bytes;
use crate::coded::{CodedTable, check_names};
use crate::error::Problem;
use crate::sections::{Section, check_parts, parameter, unknown_encoding};

/// A table of the values of numbered positions, of a game that this program need not know.
#[derive(Debug)]
pub struct NumberedTable {
    file: TableFile<Bytes>,
    entries: Section,
    kind: u8,
    is_narrow: bool,
}

impl NumberedTable {
    /// The encoding with a byte for each position: 127 less the plies of a win, 0 for a draw, the plies of a loss less 127.
    pub const NARROW: &'static str = "value8";
    /// The encoding with two bytes for each position: 32,767 less the plies and so on, a score, or a Grundy value.
    pub const WIDE: &'static str = "value16";

    /// Reads an opened table as one with these encodings.
    ///
    /// # Errors
    /// If it has another one, or is not one that this program understands.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        let is_narrow = match &*header.encoding {
            Self::NARROW => true,
            Self::WIDE => false,
            _ => return Err(unknown_encoding(header)),
        };
        let kind = parameter(header, "values", 0..=CodedTable::OUTCOMES_ONLY.into())? as u8;
        if is_narrow && !CodedTable::is_of_outcomes(kind) {
            return Err(Problem::inconsistent("a byte is too small for its values"));
        }
        check_parts(header, &["values"], &["entries"], "")?;
        check_names(header)?;
        let entries = Section::entries(&file, if is_narrow { 1 } else { 2 }, header.states)?;
        Ok(Self { file, entries, kind, is_narrow })
    }

    /// The value of the position with a number, as those of a [`CodedTable`]; `None` if there is none.
    #[inline]
    pub fn value(&self, number: u64) -> Option<u16> {
        let value = if self.is_narrow {
            let [entry] = self.entries.get(&self.file, number)?;
            let entry = i16::from(entry.cast_signed());
            entry + entry.signum() * (i16::MAX - i16::from(i8::MAX))
        } else {
            i16::from_le_bytes(self.entries.get(&self.file, number)?)
        };
        (value != i16::MIN || self.kind == CodedTable::GRUNDY).then_some(value.cast_unsigned())
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// What the values are, as in [`CodedTable::kind`].
    pub const fn kind(&self) -> u8 {
        self.kind
    }

    /// The file.
    pub const fn file(&self) -> &TableFile<Bytes> {
        &self.file
    }
}
