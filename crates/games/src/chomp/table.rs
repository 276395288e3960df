//! The tables of Chomp.

use std::convert::Infallible;

use perfectplay_query::batches::gather;

use crate::chomp::{Answer, BitLayout, Chomp, FACTS, Index, MAX_STEPS, Position, answer_with};
use crate::preludes::table::*;

/// A table of the outcomes of all positions of a bar, and of those that fit into it when transposed.
#[derive(Debug)]
pub struct ChompTable {
    file: TableFile<Bytes>,
    bits: Bits,
    losing: Losing,
}

/// Which bit belongs to which position.
#[derive(Debug)]
enum Bits {
    /// The encoding `losing1`: the bit with the number that the index gives.
    ByIndex(Index),
    /// The encoding `segments1`, which the solver works on.
    ByLayout(Box<BitLayout>),
}

impl ChompTable {
    /// Reads an opened table as one of this game.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, &FACTS)?;
        let rows = parameter(header, "rows", 1..=MAX_STEPS as u64 / 2)?;
        let columns = parameter(header, "columns", rows..=MAX_STEPS as u64 - rows)?;
        check_name(header, (rows as u8, columns as u8))?;
        let index = Index::new(rows as usize, columns as usize).map_err(Problem::inconsistent)?;
        let (losing, bits, section) = match header.encoding.as_str() {
            "losing1" => (Losing::of(&file, index.len())?, Bits::ByIndex(index), "losing"),
            "segments1" => {
                // Sections are checked before the tables of their places are made.
                let losing = Losing::with_gaps(&file, BitLayout::bytes_of(&index), index.len())?;
                (losing, Bits::ByLayout(Box::new(BitLayout::new(index))), "entries")
            }
            _ => return Err(unknown_encoding(header)),
        };
        check_parts(header, &["rows", "columns"], &[section], "")?;
        Ok(Self { file, bits, losing })
    }

    fn bar(&self) -> &Index {
        match &self.bits {
            Bits::ByIndex(index) => index,
            Bits::ByLayout(layout) => layout.index(),
        }
    }

    /// The number of a position's bit.
    #[inline(always)]
    fn bit(&self, position: &Position) -> Option<u64> {
        match &self.bits {
            Bits::ByIndex(index) => index.index_of(position),
            Bits::ByLayout(layout) => layout.bit_of(position),
        }
    }

    /// How many rows the bar has.
    pub fn rows(&self) -> usize {
        self.bar().rows()
    }

    /// How many columns it has; never fewer than rows.
    pub fn columns(&self) -> usize {
        self.bar().columns()
    }

    /// How many bits of the table are set, including those of no entry.
    pub fn lost_bits(&self) -> u64 {
        self.losing.count(&self.file)
    }
}

impl Probe for ChompTable {
    type Position = Position;
    type Value = Outcome;
    type Answer = Answer;

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        format!("it has positions of a bar of {} x {}", self.rows(), self.columns())
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        self.bar().position(index)
    }

    fn index_of(&self, position: &Position) -> Option<u64> {
        self.bar().index_of(position)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self, position: &Position) -> Result<Outcome, ProbeError> {
        let outcome = self.bit(position).and_then(|bit| self.losing.outcome(&self.file, bit));
        outcome.ok_or_else(|| self.failure(position))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values_of(&self, positions: Positions<'_, Position>, values: &mut [Option<Outcome>]) {
        gathered!(positions, values, |position: &Position| self.bit(position), |bit| self
            .losing
            .outcome(&self.file, bit));
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let value = Value::from(self.value(position)?);
        let values = |positions: &[Position], values: &mut [Option<Value>]| {
            let value = |bit| self.losing.outcome(&self.file, bit).map(Value::from);
            gather(positions, values, |position| self.bit(position), value);
        };
        answer_with(*position, values)
            .filter(|answer| answer.value == value)
            .ok_or_else(|| self.failure(position))
    }
}

impl TableReader for ChompTable {
    const FACTS: &'static Facts = &FACTS;
    const READ: ReadTable<Self> = Self::new;
    const FAMILIES: Option<&'static Families> = Some(&BARS);
    type Board = Infallible;
}

impl Entries for ChompTable {
    type Rules = Chomp;

    fn rules(&self) -> &Chomp {
        &Chomp
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entries_of(&self, positions: Positions<'_, Position>, entries: &mut [Option<Outcome>]) {
        self.values_of(positions, entries);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry_at(&self, index: u64) -> Option<Outcome> {
        let bit = match &self.bits {
            Bits::ByIndex(_) => index,
            Bits::ByLayout(layout) => layout.bit_at(index)?,
        };
        self.losing.outcome(&self.file, bit)
    }
}

/// `chomp-MxN`: every position of a bar of M × N cells.
const BARS: Families = Families {
    facts: &FACTS,
    defaults: &[Size::Sides(10, 10)],
    names: || "chomp-MxN with M up to N and up to 64 together".to_owned(),
    has: |size| {
        let (rows, columns) = size.sides();
        Index::has_size(rows.into(), columns.into()) && rows <= columns
    },
    states,
    is_filled,
    needs: |size| {
        let solved = index(size).map_or(0, |index| BitLayout::bytes_of(&index));
        if is_filled(size) {
            // The places of blocks, and a block's buffer for each thread.
            let filled = Needs::filled(solved, [solved]);
            Needs { memory: filled.memory.saturating_add(64 << 20), ..filled }
        } else {
            // What is solved, and the file's bits.
            let states = states(size);
            Needs::new(solved + states / 8, [states.div_ceil(8)])
        }
    },
};

fn index(size: Size) -> Option<Index> {
    let (rows, columns) = size.sides();
    Index::new(rows.into(), columns.into()).ok()
}

fn states(size: Size) -> u64 {
    index(size).map_or(0, |index| index.len())
}

fn is_filled(size: Size) -> bool {
    /// With more positions than this, a bar is not kept in memory to be sorted by index.
    const MOST_IN_MEMORY: u64 = 1 << 30;
    states(size) > MOST_IN_MEMORY
}
