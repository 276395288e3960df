//! The reader of `tokens` tables.

use std::ops::Range;

use perfectplay_core::Outcome;
use perfectplay_core::tokens::{Family, Position, Tokens};
use perfectplay_format::{Header, TableFile};

use crate::table::{check_named_game, parameter, wrong_sections};
use crate::{ProbeError, Problem};

/// A table of every start of every board up to some size: who wins.
///
/// It is no [`Table`](crate::Table): what a start is worth does not follow from what
/// the starts that its moves lead to are worth, for positions may not come back.
#[derive(Debug)]
pub struct TokensTable<B> {
    file: TableFile<B>,
    family: Family,
    losing: Range<usize>,
}

impl<B: AsRef<[u8]>> TokensTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is none, or none that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        let header = file.header();
        check_named_game(header, Tokens::NAME, Tokens::RULES)?;
        let most = Family::MAX_CELLS as u64;
        let rows = parameter(header, "rows", 1..=most)? as usize;
        let columns = parameter(header, "columns", 1..=most)? as usize;
        let inconsistent = |reason: String| Problem::Inconsistent { reason };
        let family = Family::new(rows, columns).map_err(|error| inconsistent(error.to_string()))?;
        if header.encoding != "losing1" {
            return Err(inconsistent(format!("its encoding is `{}`", header.encoding)));
        }
        let losing = file.section("losing")?;
        if header.states != family.len() || losing.len() as u64 != family.len().div_ceil(8) {
            return Err(wrong_sections());
        }
        Ok(Self { file, family, losing })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.file.header().name
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// The index of its entries.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// Whether the table has a position: a start, on a board that fits.
    pub fn covers(&self, position: &Position) -> bool {
        self.family.index(position).is_some()
    }

    /// Who wins, seen by the player to move.
    ///
    /// # Errors
    /// If the table does not have the position.
    #[inline]
    pub fn value(&self, position: &Position) -> Result<Outcome, ProbeError> {
        self.family.index(position).and_then(|index| self.value_at(index)).ok_or_else(|| {
            let (rows, columns) = (self.family.rows(), self.family.columns());
            let reach = format!("it holds starts of boards up to {rows} x {columns}");
            ProbeError::Beyond { table: self.name().to_owned(), reach }
        })
    }

    /// How many bits of the section are set, those behind the last entry included.
    pub fn lost_bits(&self) -> u64 {
        let losing = self.file.bytes().get(self.losing.clone()).unwrap_or_default();
        losing.iter().map(|byte| u64::from(byte.count_ones())).sum()
    }

    /// The outcome of an entry; `None` if there are not so many.
    #[inline]
    pub fn value_at(&self, index: u64) -> Option<Outcome> {
        if index >= self.family.len() {
            return None;
        }
        let losing = self.file.bytes().get(self.losing.clone())?;
        let byte = losing.get((index / 8) as usize)?;
        Some(if byte >> (index % 8) & 1 == 1 { Outcome::Loss } else { Outcome::Win })
    }
}
