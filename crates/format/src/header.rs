//! The header: what a table holds, and where.

use serde::{Deserialize, Serialize};

use crate::{FormatError, MAX_HEADER};

/// The header: everything about a table except its entries. It depends on the table's contents
/// only.
///
/// It is encoded in bincode's `legacy` configuration: fields in order, little-endian integers of fixed size, lists
/// and texts behind their length in 64 bits. That crate is no longer developed, so nothing else uses it; FORMAT.md
/// specifies the layout, and the code that reads it can be replaced without changing any file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game: `number`.
    pub game: String,
    /// The table's name, which is the file's name without its extension: `number-20`.
    pub name: String,
    /// The rules tag, which changes whenever the meaning of entries or index does: `number/1`.
    pub rules: String,
    /// How the sections hold entries and index: `trie+entry32`.
    pub encoding: String,
    /// Which family the table is of: `bound` 20. Empty for the table of one board.
    pub parameters: Vec<Parameter>,
    /// The board that the table is of, as text; empty for a family.
    pub board: String,
    /// How many states have an entry.
    pub states: u64,
    /// The payload's parts, in file order.
    pub sections: Vec<Section>,
    /// XXH3-64 of the chunk checksums at the file's end.
    pub checksums: u64,
    /// Figures about the contents.
    pub statistics: Vec<Statistic>,
}

/// A named number that says which family a table is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: u64,
}

/// A part of the payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// Its name, which says what it holds.
    pub name: String,
    /// Where it begins, in bytes from the start of the file: a multiple of 4096.
    pub offset: u64,
    /// Its length in bytes, without the zeros behind it.
    pub length: u64,
}

/// A figure about the table's contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistic {
    /// Its name, which says what was counted or measured.
    pub name: String,
    /// The figure.
    pub value: Quantity,
}

/// A statistic's figure. Two are equal if their bytes are: 0 and −0 are not, as the header has to be the same to the
/// byte.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Quantity {
    /// A number of things.
    Count(u64),
    /// A value of the game.
    Real(f64),
    /// A value of the game that is a whole number.
    Integer(i64),
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Count(one), Self::Count(other)) => one == other,
            (Self::Real(one), Self::Real(other)) => one.to_bits() == other.to_bits(),
            (Self::Integer(one), Self::Integer(other)) => one == other,
            _ => false,
        }
    }
}

impl Eq for Quantity {}

impl Header {
    /// The header's bytes.
    ///
    /// # Errors
    /// [`FormatError::HeaderTooLong`] beyond [`MAX_HEADER`] bytes.
    #[doc(hidden)]
    pub fn encode(&self) -> Result<Vec<u8>, FormatError> {
        let bytes = bincode::serde::encode_to_vec(self, bincode::config::legacy())
            .map_err(|error| FormatError::HeaderMeaningless(error.to_string()))?;
        if bytes.len() > MAX_HEADER {
            return Err(FormatError::HeaderTooLong(bytes.len() as u32));
        }
        Ok(bytes)
    }

    /// Reads a header, which must fill `bytes`.
    ///
    /// # Errors
    /// [`FormatError::HeaderMeaningless`] if the bytes are not a header.
    #[doc(hidden)]
    pub fn decode(bytes: &[u8]) -> Result<Self, FormatError> {
        // Without the limit a wrong length could ask for any amount of memory.
        let config = bincode::config::legacy().with_limit::<MAX_HEADER>();
        let (header, read): (Self, usize) = bincode::serde::decode_from_slice(bytes, config)
            .map_err(|error| FormatError::HeaderMeaningless(error.to_string()))?;
        if read != bytes.len() {
            let reason = format!("{} bytes are left over", bytes.len() - read);
            return Err(FormatError::HeaderMeaningless(reason));
        }
        header.check_texts()?;
        Ok(header)
    }

    /// Checks that texts may be printed as they are: that they have no control characters, and that
    /// only the board has more than one line.
    fn check_texts(&self) -> Result<(), FormatError> {
        let one_line = [&self.game, &self.name, &self.rules, &self.encoding]
            .into_iter()
            .chain(self.parameters.iter().map(|parameter| &parameter.name))
            .chain(self.sections.iter().map(|section| &section.name))
            .chain(self.statistics.iter().map(|statistic| &statistic.name));
        let printable = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
        let sound = one_line.into_iter().all(|text| text.bytes().all(printable))
            && self.board.bytes().all(|byte| byte == b'\n' || printable(byte));
        if sound {
            return Ok(());
        }
        let reason = "a text has characters that are not printable ASCII".to_owned();
        Err(FormatError::HeaderMeaningless(reason))
    }

    /// The parameter of this name.
    ///
    /// ```no_run
    /// use perfectplay_format::TableFile;
    /// let table = TableFile::open(std::fs::read("number-40.table")?)?;
    /// assert_eq!(table.header().parameter("bound"), Some(40));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parameter(&self, name: &str) -> Option<u64> {
        self.parameters.iter().find(|parameter| parameter.name == name).map(|found| found.value)
    }
}
