//! What every table can be asked.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use perfectplay_core::{Facts, Rules};
use perfectplay_format::{Header, TableFile};

use crate::batches::{AsPosition, Positions, gathered};
use crate::bytes::Bytes;
use crate::error::{ProbeError, Problem};
use crate::face::Families;
use crate::table_id::TableBoard;

/// The entries of a table by index: little-endian numbers without gaps, as FORMAT.md describes them.
#[derive(Clone, Copy, Debug)]
pub struct EntryArray<'a> {
    /// The type of each.
    pub kind: EntryKind,
    /// The bytes of all.
    pub bytes: &'a [u8],
}

/// The type of a table's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryKind {
    /// Signed integers of 8 bits.
    I8,
    /// Signed integers of 32 bits.
    I32,
    /// Signed integers of 64 bits.
    I64,
    /// Floating-point numbers of 64 bits.
    F64,
}

/// A table that answers positions of its game.
///
/// ```
/// use perfectplay_games::{NumberTable, SMALL_TABLES};
/// use perfectplay_query::{Probe, Tables};
/// let tables = Tables::default().with_embedded(SMALL_TABLES);
/// let table = tables.read("number-20", NumberTable::new)?;
/// let positions = ["2 3 4 5 6".parse()?, "2 3".parse()?];
/// let mut values = [None; 2];
/// table.values(&positions, &mut values);
/// assert_eq!(values[0], Some(table.value(&positions[0])?));
/// assert!(table.covers(&positions[0]) && table.index_of(&positions[0]).is_some());
/// println!("{}: {} states; {}", table.name(), table.header().states, table.reach());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Probe {
    /// A position of the game.
    type Position: Clone + Debug + PartialEq + Display + FromStr<Err: Error> + Send + Sync;

    /// The value of a position, which can be printed and compared.
    type Value: Copy + Debug + Display + PartialEq + PartialOrd + Send + Sync;

    /// A position's value and those of all its moves.
    type Answer;

    /// The table's header.
    fn header(&self) -> &Header;

    /// The table's name.
    fn name(&self) -> &str {
        &self.header().name
    }

    /// What the table covers, for the error about a position that it does not have.
    fn reach(&self) -> String;

    /// The position with an index, less than the number of states, in the order of the table's entries: all positions
    /// of the table, and by a random index a random one. `None` if there are not this many, or the table is damaged or has
    /// no index, as `number` tables without plies.
    fn position_at(&self, index: u64) -> Option<Self::Position> {
        let _ = index;
        None
    }

    /// The index of a position, which [`position_at`](Self::position_at) turns into one that is the same but for
    /// symmetry. `None` if the table does not have the position, is damaged, or has no index.
    fn index_of(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// The entries where they are, if they are in memory or mapped, and if each is a number of its own.
    fn entry_array(&self) -> Option<EntryArray<'_>> {
        None
    }

    /// Whether the table has a position, by arithmetic alone: by default whether the position has an index.
    fn covers(&self, position: &Self::Position) -> bool {
        self.index_of(position).is_some()
    }

    /// A position's value.
    ///
    /// # Errors
    /// If the table does not have the position, or is damaged.
    fn value(&self, position: &Self::Position) -> Result<Self::Value, ProbeError>;

    /// The values of many positions, in their order; `None` where [`value`](Self::value) is an error. For tables
    /// larger than the caches this is faster than one by one, as the reads of several entries overlap.
    ///
    /// # Panics
    /// If there are not as many places as positions.
    #[inline]
    fn values<P: AsPosition<Self::Position>>(
        &self,
        positions: &[P],
        values: &mut [Option<Self::Value>],
    ) where
        Self: Sized,
    {
        self.values_of(P::all(positions), values);
    }

    /// [`values`](Self::values) without a type parameter.
    ///
    /// # Panics
    /// As [`values`](Self::values).
    #[doc(hidden)]
    fn values_of(
        &self,
        positions: Positions<'_, Self::Position>,
        values: &mut [Option<Self::Value>],
    );

    /// A position's value and every move's, best first.
    ///
    /// # Errors
    /// If the table does not have the position, or is damaged. Damage is also noticed here if the position's
    /// value does not follow from those of its moves.
    fn answer(&self, position: &Self::Position) -> Result<Self::Answer, ProbeError>;

    /// Why the table has no value of a position.
    #[doc(hidden)]
    #[cold]
    fn failure(&self, position: &Self::Position) -> ProbeError {
        let table = self.name().to_owned();
        if self.covers(position) {
            ProbeError::Damaged(table)
        } else {
            ProbeError::Beyond { table, reach: self.reach() }
        }
    }
}

/// Reads an opened table.
pub type ReadTable<T> = fn(TableFile<Bytes>) -> Result<T, Problem>;

/// The reader of all tables of a game.
pub trait TableReader: Probe + Sized {
    /// What there is to know of the game.
    const FACTS: &'static Facts;

    /// Reads an opened table as one of the game, if it is one that this program understands.
    const READ: ReadTable<Self>;

    /// What the game says of its families; `None` if it has none.
    const FAMILIES: Option<&'static Families> = None;

    /// The boards that have tables of their own: [`Infallible`](std::convert::Infallible) where none has.
    type Board: TableBoard;

    /// The sample boards, whose tables are built by default.
    fn samples() -> Vec<Self::Board> {
        Vec::new()
    }

    /// The board that the table is of; `None` for the table of a family.
    fn table_board(&self) -> Option<Self::Board> {
        None
    }
}

/// A table with an entry for each state, read in place. The laws that its entries obey are those of
/// [`Rules`].
pub trait Entries: Probe {
    /// The rules.
    type Rules: Rules<Position = Self::Position>;

    /// The rules, for the table's board where it has one.
    fn rules(&self) -> &Self::Rules;

    /// The entry of the state with an index. `None` if there is no such state.
    fn entry_at(&self, index: u64) -> Option<<Self::Rules as Rules>::Entry>;

    /// A position's entry.
    ///
    /// # Errors
    /// If the table does not have the position, or is damaged.
    #[inline(always)]
    fn entry(
        &self,
        position: &Self::Position,
    ) -> Result<<Self::Rules as Rules>::Entry, ProbeError> {
        self.index_of(position)
            .and_then(|index| self.entry_at(index))
            .ok_or_else(|| self.failure(position))
    }

    /// The entries of many positions, in their order; `None` where [`entry`](Self::entry) is an error, which
    /// [`failure`](Probe::failure) explains; otherwise like [`values`](Probe::values).
    ///
    /// # Panics
    /// If there are not as many places as positions.
    #[inline]
    fn entries<P: AsPosition<Self::Position>>(
        &self,
        positions: &[P],
        entries: &mut [Option<<Self::Rules as Rules>::Entry>],
    ) where
        Self: Sized,
    {
        self.entries_of(P::all(positions), entries);
    }

    /// [`entries`](Self::entries) without a type parameter.
    ///
    /// # Panics
    /// As [`entries`](Self::entries).
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entries_of(
        &self,
        positions: Positions<'_, Self::Position>,
        entries: &mut [Option<<Self::Rules as Rules>::Entry>],
    ) {
        let index = |position: &Self::Position| self.index_of(position);
        gathered!(positions, entries, index, |index| self.entry_at(index));
    }
}
