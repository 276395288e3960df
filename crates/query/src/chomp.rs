//! The reader of `chomp` tables.

use std::borrow::Borrow;
use std::ops::Range;

use perfectplay_core::chomp::{Answer, Chomp, Index, Position};
use perfectplay_core::staircase::MAX_SIDE;
use perfectplay_core::{Game, Outcome, Value};
use perfectplay_format::{Header, TableFile};

use crate::entries::{Sealed, check_game, check_name, check_parts, parameter, unknown_encoding};
use crate::{Entries, Family, ProbeError, Problem, losing};

/// A table of the outcomes of all positions of a bar.
#[derive(Debug)]
pub struct ChompTable<B> {
    file: TableFile<B>,
    index: Index,
    losing: Range<usize>,
}

impl<B: AsRef<[u8]>> ChompTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, Game::Chomp)?;
        if header.encoding != "losing1" {
            return Err(unknown_encoding(header));
        }
        let rows = parameter(header, "rows", 1..=MAX_SIDE as u64)?;
        let columns = parameter(header, "columns", rows..=MAX_SIDE as u64)?;
        let family = Family::Chomp { rows: rows as u8, columns: columns as u8 };
        check_name(header, family)?;
        let index = Index::new(rows as usize, columns as usize)
            .map_err(|error| Problem::Inconsistent { reason: error.to_string() })?;
        let losing = losing::section(&file, index.len())?;
        check_parts(file.header(), &["rows", "columns"], &["losing"], "")?;
        Ok(Self { file, index, losing })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.file.header().name
    }

    /// How many rows the bar has.
    pub fn rows(&self) -> usize {
        self.index.rows()
    }

    /// How many columns it has, never fewer than rows.
    pub fn columns(&self) -> usize {
        self.index.columns()
    }

    /// A position's outcome.
    ///
    /// # Errors
    /// If the position fits into the bar neither as it is nor transposed, or the table is damaged.
    #[inline(always)]
    pub fn value(&self, position: &Position) -> Result<Outcome, ProbeError> {
        self.entry(position)
    }

    /// The values of many positions, in their order; `None` where [`value`](Self::value) is an error. Where
    /// the table is larger than the caches this takes less time than one after the other.
    ///
    /// # Panics
    /// If there are not as many places as positions.
    pub fn values<P: Borrow<Position>>(&self, positions: &[P], values: &mut [Option<Outcome>]) {
        self.entries(positions, values);
    }

    /// A position's outcome with every move's, winning moves first.
    ///
    /// # Errors
    /// If the position fits into the bar neither as it is nor transposed, or the table is damaged.
    /// Damage is also noticed here if the outcome does not follow from those of the moves.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let value = Value::from(self.entry(position)?);
        let values = |positions: &[Position], values: &mut [Option<Value>]| {
            let mut outcomes = vec![None; positions.len()];
            self.entries(positions, &mut outcomes);
            for (value, outcome) in values.iter_mut().zip(outcomes) {
                *value = outcome.map(Value::from);
            }
        };
        Answer::with_values(*position, values)
            .filter(|answer| answer.value == value)
            .ok_or_else(|| self.failure(position))
    }

    /// How many bits of the section `losing` are set, including those behind the last entry.
    pub fn lost_bits(&self) -> u64 {
        losing::count(self.losing())
    }

    #[inline]
    fn losing(&self) -> &[u8] {
        self.file.bytes().get(self.losing.clone()).unwrap_or_default()
    }
}

impl<B> Sealed for ChompTable<B> {}

impl<B: AsRef<[u8]>> Entries for ChompTable<B> {
    type Rules = Chomp;

    fn rules(&self) -> &Chomp {
        &Chomp
    }

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        format!("it has positions of a bar of {} x {}", self.rows(), self.columns())
    }

    fn covers(&self, position: &Position) -> bool {
        self.index.index_of(position).is_some()
    }

    #[inline(always)]
    fn index(&self, position: &Position) -> Option<u64> {
        self.index.index_of(position)
    }

    fn position(&self, index: u64) -> Option<Position> {
        self.index.position(index)
    }

    #[inline(always)]
    fn entry_at(&self, index: u64) -> Option<Outcome> {
        losing::outcome(self.losing(), self.index.len(), index)
    }
}
