//! The reader of tables whose encoding is `code+functions`: values of packed positions, without an index.

use perfectplay_core::coded::{Code, CodedValues};
use perfectplay_format::{Header, Source, TableFile};

use crate::error::Problem;
use crate::sections::{Whole, check_parts, parameter, wrong_sections};

/// The sections in their order.
pub const CODED_SECTIONS: [&str; 4] = ["code", "functions", "shards", "bits"];

/// A table of values of packed positions, of a game that this program need not know.
///
/// It has a value for each of its positions, and any value for other words: who asks has to know that a word is one
/// of a position, or to see that the value contradicts those that moves lead to.
#[derive(Debug)]
pub struct CodedTable<S> {
    file: TableFile<S>,
    code: Code,
    sections: [Whole; 3],
    kind: u8,
}

impl<S> CodedTable<S> {
    /// The encoding of these tables.
    pub const ENCODING: &'static str = "code+functions";
    /// The largest number of a kind of values.
    pub const MOST_KIND: u8 = 3;
}

impl<S: Source> CodedTable<S> {
    /// Reads an opened table as one with this encoding.
    ///
    /// # Errors
    /// If it has another one, or is not one that this program understands.
    pub fn new(file: TableFile<S>) -> Result<Self, Problem> {
        let header = file.header();
        if header.encoding != Self::ENCODING {
            return Err(Problem::inconsistent(format!("the encoding is `{}`", header.encoding)));
        }
        let kind = parameter(header, "values", 0..=Self::MOST_KIND.into())? as u8;
        check_parts(header, &["values"], &CODED_SECTIONS, "")?;
        let code =
            Code::from_bytes(Whole::of(&file, "code")?.bytes(&file)).ok_or_else(wrong_sections)?;
        let sections = [
            Whole::of(&file, "functions")?,
            Whole::of(&file, "shards")?,
            Whole::of(&file, "bits")?,
        ];
        let table = Self { file, code, sections, kind };
        if table.values().are_sound() { Ok(table) } else { Err(wrong_sections()) }
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// What the values are, as the header has it: 0 for outcomes with plies, 1 for those of a misère game, 2 for
    /// scores, 3 for Grundy values.
    pub const fn kind(&self) -> u8 {
        self.kind
    }

    /// The values of words.
    #[inline]
    pub fn values(&self) -> CodedValues<'_> {
        let [functions, shards, bits] = &self.sections;
        let file = &self.file;
        CodedValues::over(&self.code, [functions.bytes(file), shards.bytes(file), bits.bytes(file)])
    }

    /// The file.
    pub const fn file(&self) -> &TableFile<S> {
        &self.file
    }
}
