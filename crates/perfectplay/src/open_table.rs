//! A table of any game, asked with the positions of an oracle.

use std::ops::Range;

use perfectplay_core::control::Control;
use perfectplay_query::{EntryArray, Header, ProbeError, TablePlace, Tables, Value};

use crate::named_tables::game_of;
use perfectplay_protocol::{ErasedTable, Error, GameRef, Position};

/// An open table, asked with positions of any game.
///
/// ```
/// use perfectplay_games::built_in;
/// use perfectplay_core::control::Control;
/// use perfectplay_games::SMALL_TABLES;
/// use perfectplay::{OpenTable, Oracle, Tables};
/// let tables = Tables::default().with_embedded(SMALL_TABLES);
/// let table = OpenTable::named("stake-4", &built_in(), &tables, Control::SILENT)?;
/// let position = Oracle::without_tables(&built_in()).question("stake", "01./.../...")?.position;
/// let index = table.index_of(&position).expect("the table has it");
/// assert_eq!(table.position_at(index).and_then(|same| table.index_of(&same)), Some(index));
/// assert_eq!(table.value(&position, Control::SILENT)?.score(), Some(1));
/// println!("{} states", table.header().states);
/// assert_eq!(table.values_at(0..100, Control::SILENT)?.len(), 100);
/// # Ok::<(), perfectplay::Error>(())
/// ```
#[derive(derive_more::Debug)]
#[debug("OpenTable({:?})", self.header().name)]
pub struct OpenTable {
    table: Box<dyn ErasedTable>,
    tables: Tables,
    place: TablePlace,
}

impl OpenTable {
    /// Opens the table with a name.
    ///
    /// # Errors
    /// If there is none, if it is damaged, or if it is of none of these games.
    pub fn named(
        name: &str,
        games: &[GameRef],
        tables: &Tables,
        control: Control<'_>,
    ) -> Result<Self, Error> {
        Self::at(&tables.place(name), games, tables, control)
    }

    /// Opens the table at a place. `control` can stop the wait for a server.
    pub fn at(
        place: &TablePlace,
        games: &[GameRef],
        tables: &Tables,
        control: Control<'_>,
    ) -> Result<Self, Error> {
        let open =
            || tables.read_at(place, |file| game_of(file.header(), games)?.shared().open(file));
        let table = together(tables, place, control, open)??;
        Ok(Self { table, tables: tables.clone(), place: place.clone() })
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.table.header()
    }

    /// The game, on the board that its positions belong to if that is not a part of them.
    pub fn game(&self) -> &GameRef {
        self.table.game()
    }

    /// The index of a position: see [`ErasedTable::index_of`]. It follows from the position alone.
    pub fn index_of(&self, position: &Position) -> Option<u64> {
        self.table.index_of(self.own(position)?)
    }

    /// The position with an index: see [`ErasedTable::position_at`]. It follows from the index alone.
    pub fn position_at(&self, index: u64) -> Option<Position> {
        self.table.position_at(index)
    }

    /// A position's value. `control` can stop the wait for a server.
    ///
    /// # Errors
    /// If the table does not have the position, is damaged, or cannot be read.
    pub fn value(&self, position: &Position, control: Control<'_>) -> Result<Value, Error> {
        Ok(self.together(control, || self.stored(position))??)
    }

    /// The values of the positions with these indexes, in their order.
    ///
    /// # Errors
    /// If the table has no position with one of the indexes, is damaged, or cannot be read.
    pub fn values_at(
        &self,
        indexes: Range<u64>,
        control: Control<'_>,
    ) -> Result<Vec<Value>, Error> {
        let value = |index| match self.position_at(index) {
            Some(position) => self.stored(&position),
            None => Err(self.without_position(index)),
        };
        // All are read before the first error counts, so that those of a server are fetched together.
        let read = || indexes.clone().map(value).collect::<Vec<_>>();
        let read: Result<_, _> = self.together(control, read)?.into_iter().collect();
        Ok(read?)
    }

    /// Why there is no position with an index.
    fn without_position(&self, index: u64) -> ProbeError {
        let table = self.header().name.clone();
        match index < self.header().states && self.position_at(0).is_some() {
            true => ProbeError::Damaged(table),
            false => ProbeError::Beyond { table, reach: format!("no position has index {index}") },
        }
    }

    /// What the table says of a position, which counts if nothing was missing meanwhile.
    fn stored(&self, position: &Position) -> Result<Value, ProbeError> {
        let beyond = || ProbeError::Beyond {
            table: self.header().name.clone(),
            reach: format!("it is of {}", self.header().game),
        };
        self.table.value(self.own(position).ok_or_else(beyond)?)
    }

    /// The words of a position of the table's game and board.
    fn own<'p>(&self, position: &'p Position) -> Option<&'p [u64]> {
        let is_own = position.is_of(self.game());
        is_own.then(|| position.words()).filter(|_| !position.traits().searched)
    }

    fn together<T>(&self, control: Control<'_>, attempt: impl FnMut() -> T) -> Result<T, Error> {
        together(&self.tables, &self.place, control, attempt)
    }

    /// The entries where they are: see [`ErasedTable::entry_array`].
    pub fn entry_array(&self) -> Option<EntryArray<'_>> {
        self.table.entry_array()
    }
}

/// Does something with a table: see [`Tables::together`].
fn together<T>(
    tables: &Tables,
    place: &TablePlace,
    control: Control<'_>,
    attempt: impl FnMut() -> T,
) -> Result<T, Error> {
    let interrupted = |error| control.check().map_or_else(Error::from, |()| Error::from(error));
    tables.together(place, control, attempt).map_err(interrupted)
}
