//! What a table holds, and where.

use serde::{Deserialize, Serialize};

use crate::{FormatError, MAX_HEADER};

/// The header: everything about a table but its entries. It depends on the
/// table's contents alone, not on who built it, when or how.
///
/// Its bytes are bincode's `legacy` form: fields in order, integers little-endian
/// of fixed size, lists and texts with their length before them as 64 bits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The game, as on the command line: `number`.
    pub game: String,
    /// The table's name, which is the file's without its ending: `number-20`.
    pub name: String,
    /// The meaning of entries and index, `number/1`; it changes whenever they do.
    pub rules: String,
    /// How the sections hold them, `trie+entry32`.
    pub encoding: String,
    /// What the table is of: `bound` 20.
    pub parameters: Vec<Parameter>,
    /// The board that an instance belongs to, in the contest's format; empty for a
    /// family.
    pub board: String,
    /// How many states have an entry.
    pub states: u64,
    /// The payload's parts, in file order.
    pub sections: Vec<Section>,
    /// XXH3-64 of the block checksums at the file's end.
    pub checksums: u64,
    /// What was counted while building.
    pub statistics: Vec<Statistic>,
}

/// A named number that a table is made for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// What the number is.
    pub name: String,
    /// The number.
    pub value: u64,
}

/// A part of the payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// What it holds.
    pub name: String,
    /// Where it begins, in bytes from the start of the file: a multiple of 4096.
    pub offset: u64,
    /// Its length in bytes, without the zeros behind it.
    pub length: u64,
}

/// A figure about the table's contents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statistic {
    /// What was counted or measured.
    pub name: String,
    /// The figure.
    pub value: Quantity,
}

/// A statistic's figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Quantity {
    /// A number of things.
    Count(u64),
    /// A value of the game.
    Real(f64),
    /// A value of the game that is a whole number.
    Integer(i64),
}

impl Header {
    /// The header's bytes.
    ///
    /// # Errors
    /// [`FormatError::HeaderTooLong`] beyond [`MAX_HEADER`] bytes.
    pub fn encode(&self) -> Result<Vec<u8>, FormatError> {
        let bytes = bincode::serde::encode_to_vec(self, bincode::config::legacy())
            .map_err(|error| FormatError::HeaderMeaningless { reason: error.to_string() })?;
        if bytes.len() > MAX_HEADER {
            return Err(FormatError::HeaderTooLong { length: bytes.len() as u32 });
        }
        Ok(bytes)
    }

    /// Reads a header that fills `bytes` to the end.
    ///
    /// # Errors
    /// [`FormatError::HeaderMeaningless`] if it does not.
    pub fn decode(bytes: &[u8]) -> Result<Self, FormatError> {
        // Without the limit one wrong length would ask for all memory there is.
        let config = bincode::config::legacy().with_limit::<MAX_HEADER>();
        let (header, read): (Self, usize) = bincode::serde::decode_from_slice(bytes, config)
            .map_err(|error| FormatError::HeaderMeaningless { reason: error.to_string() })?;
        if read != bytes.len() {
            let reason = format!("{} bytes are left over", bytes.len() - read);
            return Err(FormatError::HeaderMeaningless { reason });
        }
        header.check_texts()?;
        Ok(header)
    }

    /// Texts may be shown as they are: nothing in them acts on a terminal, and only
    /// the board has more than a line.
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
        Err(FormatError::HeaderMeaningless { reason })
    }

    /// The parameter of this name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<u64> {
        self.parameters.iter().find(|parameter| parameter.name == name).map(|found| found.value)
    }
}
