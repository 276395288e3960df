//! The readers of `number` tables: with plies, or with outcomes only.

mod counts;
mod outcomes;
mod plies;

use std::convert::Infallible;

use crate::number::{Answer, Entry, FACTS, Position};
use crate::preludes::table::*;

pub use counts::NumberCount;
pub use outcomes::{NUMBER_OUTCOMES_SECTIONS, NumberOutcomesTable};
pub use plies::NumberPliesTable;

/// A table of every position with numbers up to a bound.
#[derive(Debug)]
pub enum NumberTable {
    /// With the outcome, plies and winning moves of each.
    Plies(NumberPliesTable),
    /// With the outcome of each.
    Outcomes(NumberOutcomesTable),
}

impl NumberTable {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        if file.header().encoding == NumberOutcomesTable::ENCODING {
            NumberOutcomesTable::new(file).map(Self::Outcomes)
        } else {
            NumberPliesTable::new(file).map(Self::Plies)
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
}

impl Probe for NumberTable {
    type Position = Position;
    type Value = Value;
    type Answer = Answer;

    fn header(&self) -> &Header {
        match self {
            Self::Plies(table) => table.header(),
            Self::Outcomes(table) => table.header(),
        }
    }

    fn reach(&self) -> String {
        reach(self.bound())
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        match self {
            Self::Plies(table) => table.position_at(index),
            Self::Outcomes(_) => None,
        }
    }

    fn index_of(&self, position: &Position) -> Option<u64> {
        match self {
            Self::Plies(table) => table.index_of(position),
            Self::Outcomes(_) => None,
        }
    }

    fn covers(&self, position: &Position) -> bool {
        position.largest() <= self.bound()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        match self {
            Self::Plies(table) => table.value(position),
            Self::Outcomes(table) => table.value(position).map(Value::from),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values_of(&self, positions: Positions<'_, Position>, values: &mut [Option<Value>]) {
        match self {
            Self::Plies(table) => table.values_of(positions, values),
            Self::Outcomes(table) => {
                one_by_one!(positions, values, |position: &Position| {
                    Some(table.value(position).ok()?.into())
                });
            }
        }
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        match self {
            Self::Plies(table) => table.answer(position),
            Self::Outcomes(table) => table.answer(position),
        }
    }
}

impl TableReader for NumberTable {
    const FACTS: &'static Facts = &FACTS;
    const READ: ReadTable<Self> = Self::new;
    const FAMILIES: Option<&'static Families> = Some(&BOUNDS);
    type Board = Infallible;
}

fn reach(bound: u8) -> String {
    format!("it has positions with numbers up to {bound}")
}

/// `number-N`: every position with numbers up to N; up to [`Entry::MAX_BOUND`] with plies and winning moves, above
/// that with outcomes only.
const BOUNDS: Families = Families {
    facts: &FACTS,
    defaults: &[Size::One(20), Size::One(40)],
    names: || format!("number-2 to number-{}", Position::MAX_NUMBER),
    has: |size| (2..=Position::MAX_NUMBER).contains(&size.one()),
    states: |size| Position::count_up_to(size.one()),
    is_filled: |_| false,
    needs: |size| {
        let (bound, states) = (size.one(), Position::count_up_to(size.one()));
        if bound <= Entry::MAX_BOUND {
            // Position, order, entry, its bytes and the trie.
            return Needs::of_states(states * (8 + 4 + 4 + 4 + 2), [states * 2, states * 4]);
        }
        // Of the last layer the losing positions and those that pass the filters, together a fifth of it, in two
        // bytes each; all outcomes, twice, of half a bit a state; keys of some shards of a function; and what
        // allocators keep of freed memory, which is more where these keys take less than 32 MiB. The ends of five
        // sections and of small functions take some pages.
        let last = Position::count_with_largest(bound);
        let memory = last * 9 / 20 + states / 8 + (12 << 20);
        Needs::new(memory + (last / 3).min(48 << 20), [states / 15 + (40 << 10)])
    },
};
