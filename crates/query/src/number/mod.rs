//! The readers of `number` tables: with plies, or with outcomes only.

mod counts;
mod outcomes;
mod plies;

use std::borrow::Borrow;

use perfectplay_core::Value;
use perfectplay_core::number::{Answer, Position};
use perfectplay_format::{Header, TableFile};

use crate::batches::one_by_one;
use crate::{Entries, ProbeError, Problem};

pub use counts::NumberCount;
pub use outcomes::{NUMBER_OUTCOMES_SECTIONS, NumberOutcomesTable};
pub use plies::NumberPliesTable;

/// A table of every position with numbers up to a bound.
#[derive(Debug)]
pub enum NumberTable<B> {
    /// With outcome, plies and winning moves of each.
    Plies(NumberPliesTable<B>),
    /// With the outcome of each.
    Outcomes(NumberOutcomesTable<B>),
}

impl<B: AsRef<[u8]>> NumberTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        if file.header().encoding == NumberOutcomesTable::<B>::ENCODING {
            NumberOutcomesTable::new(file).map(Self::Outcomes)
        } else {
            NumberPliesTable::new(file).map(Self::Plies)
        }
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.header().name
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        match self {
            Self::Plies(table) => table.header(),
            Self::Outcomes(table) => table.header(),
        }
    }

    /// The bound: the table has the positions without larger numbers.
    pub fn bound(&self) -> u8 {
        match self {
            Self::Plies(table) => table.bound(),
            Self::Outcomes(table) => table.bound(),
        }
    }

    /// Whether the table has plies, and not only outcomes.
    pub fn knows_plies(&self) -> bool {
        matches!(self, Self::Plies(_))
    }

    /// Whether the table has a position.
    pub fn covers(&self, position: &Position) -> bool {
        position.largest() <= self.bound()
    }

    /// A position's value.
    ///
    /// # Errors
    /// If the position has a number above the bound, or the table is damaged.
    #[inline(always)]
    pub fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        match self {
            Self::Plies(table) => table.value(position),
            Self::Outcomes(table) => table.value(position).map(Value::from),
        }
    }

    /// The values of many positions, in their order; `None` where [`value`](Self::value) is an error.
    ///
    /// # Panics
    /// If there are not as many places as positions.
    pub fn values<P: Borrow<Position>>(&self, positions: &[P], values: &mut [Option<Value>]) {
        match self {
            Self::Plies(table) => table.values(positions, values),
            Self::Outcomes(table) => {
                one_by_one(positions, values, |position| Some(table.value(position).ok()?.into()));
            }
        }
    }

    /// A position's value with every move's, best first.
    ///
    /// # Errors
    /// If the position has a number above the bound, or the table is damaged. Damage is also noticed
    /// here if the position's value does not follow from those of its moves.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        match self {
            Self::Plies(table) => table.answer(position),
            Self::Outcomes(table) => table.answer(position),
        }
    }
}
