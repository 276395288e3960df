//! The reader of `chomp` tables.

use std::borrow::Borrow;

use perfectplay_core::chomp::{Answer, Chomp, Index, Position};
use perfectplay_core::staircase::MAX_SIDE;
use perfectplay_core::{Game, Outcome, Value};
use perfectplay_format::{Header, Source, TableFile};

use crate::batches::gathered;
use crate::losing::Losing;
use crate::sections::{check_game, check_name, check_parts, parameter, unknown_encoding};
use crate::{Entries, Family, Probe, ProbeError, Problem};

/// A table of the outcomes of all positions of a bar; also of those that fit into it transposed.
#[derive(Debug)]
pub struct ChompTable<S> {
    file: TableFile<S>,
    index: Index,
    losing: Losing,
}

impl<S: Source> ChompTable<S> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<S>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, Game::Chomp)?;
        if header.encoding != "losing1" {
            return Err(unknown_encoding(header));
        }
        let rows = parameter(header, "rows", 1..=MAX_SIDE as u64)?;
        let columns = parameter(header, "columns", rows..=MAX_SIDE as u64)?;
        check_name(header, Family::Chomp { rows: rows as u8, columns: columns as u8 })?;
        let index = Index::new(rows as usize, columns as usize).map_err(Problem::inconsistent)?;
        let losing = Losing::of(&file, index.len())?;
        check_parts(header, &["rows", "columns"], &["losing"], "")?;
        Ok(Self { file, index, losing })
    }

    /// How many rows the bar has.
    pub fn rows(&self) -> usize {
        self.index.rows()
    }

    /// How many columns it has, never fewer than rows.
    pub fn columns(&self) -> usize {
        self.index.columns()
    }

    /// How many bits of the section `losing` are set, including those behind the last entry.
    pub fn lost_bits(&self) -> u64 {
        self.losing.count(&self.file)
    }
}

impl<S: Source> Probe for ChompTable<S> {
    type Position = Position;
    type Value = Outcome;
    type Answer = Answer;

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
    fn value(&self, position: &Position) -> Result<Outcome, ProbeError> {
        self.entry(position)
    }

    fn values<P: Borrow<Position>>(&self, positions: &[P], values: &mut [Option<Outcome>]) {
        self.entries(positions, values);
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let value = Value::from(self.entry(position)?);
        let values = |positions: &[Position], values: &mut [Option<Value>]| {
            let value = |index| self.entry_at(index).map(Value::from);
            gathered(positions, values, |position| self.index(position), value);
        };
        Answer::with_values(*position, values)
            .filter(|answer| answer.value == value)
            .ok_or_else(|| self.failure(position))
    }
}

impl<S: Source> Entries for ChompTable<S> {
    type Rules = Chomp;

    fn rules(&self) -> &Chomp {
        &Chomp
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
        self.losing.outcome(&self.file, index)
    }
}
