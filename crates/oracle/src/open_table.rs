//! A table of any game, asked with the positions of an oracle.

use std::ops::Range;
use std::sync::Arc;

use perfectplay_core::contour::Board;
use perfectplay_core::control::Control;
use perfectplay_core::for_each_game;
use perfectplay_query::{
    EntryArray, Header, Probe, ProbeError, Problem, Table, TablePlace, Tables,
};

use crate::error::Error;
use crate::games::AskedTable;
use crate::position::{OfGame, Position};
use crate::value::Value;

/// An open table of a game that is built in, asked with positions of any game.
///
/// ```
/// use perfectplay_core::control::Control;
/// use perfectplay_oracle::{Game, OpenTable, Question, Tables};
/// # let bytes: &'static [u8] = include_bytes!(concat!(
/// #     env!("CARGO_MANIFEST_DIR"),
/// #     "/../embedded/tables/stake-4.table",
/// # ));
/// # let tables = Tables::default().with_embedded(&[("stake-4", bytes)]);
///
/// let table = OpenTable::named("stake-4", &tables, Control::SILENT)?;
/// let position = Question::parse(Game::Stake, "01./.../...", None)?.position;
/// let index = table.index_of(&position).expect("the table has it");
/// assert_eq!(table.position_at(index).and_then(|same| table.index_of(&same)), Some(index));
/// assert_eq!(table.value(&position, Control::SILENT)?.score(), Some(1));
/// # Ok::<(), perfectplay_oracle::Error>(())
/// ```
#[derive(Debug)]
pub struct OpenTable {
    table: Table,
    /// The board that its positions belong to, if that is not a part of them.
    board: Option<Arc<Board>>,
    tables: Tables,
    place: TablePlace,
}

macro_rules! open_table {
    ($(($game:ident, $module:ident))*) => {
        /// Does the same with the table of any game that is built in, and something else with others.
        macro_rules! each_table {
            ($table:expr, $bound:ident => $do:expr, $none:expr) => {
                match $table {
                    $(Table::$game($bound) => $do,)*
                    Table::Coded(_) => $none,
                }
            };
        }
    };
}

for_each_game!(open_table);

impl OpenTable {
    /// Opens the table with a name.
    ///
    /// # Errors
    /// If there is none, if it is damaged, or if it is of a game that is not built in.
    pub fn named(name: &str, tables: &Tables, control: Control<'_>) -> Result<Self, Error> {
        Self::at(&tables.place(name), tables, control)
    }

    /// Opens the table at a place. `control` can stop the wait for a server.
    ///
    /// # Errors
    /// As [`named`](Self::named).
    pub fn at(place: &TablePlace, tables: &Tables, control: Control<'_>) -> Result<Self, Error> {
        let open = || tables.read_at(place, Table::new);
        let table = together(tables, place, control, open)??;
        if matches!(table, Table::Coded(_)) {
            let problem = Problem::UnknownGame { found: table.header().game.clone() };
            return Err(problem.at(place.clone()).into());
        }
        let board =
            table.instance().and_then(|board| Some(Arc::new(board.board::<Board>()?.clone())));
        Ok(Self { table, board, tables: tables.clone(), place: place.clone() })
    }

    /// The table's header.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.table.header()
    }

    /// The board that its positions belong to, if that is not a part of them.
    #[must_use]
    pub fn board(&self) -> Option<&Arc<Board>> {
        self.board.as_ref()
    }

    /// The index of a position: see [`Probe::index_of`]. It follows from the position alone.
    #[must_use]
    pub fn index_of(&self, position: &Position) -> Option<u64> {
        each_table!(&self.table, table => table.index_of(own(table, position)?), None)
    }

    /// The position with an index: see [`Probe::position_at`]. It follows from the index alone.
    #[must_use]
    pub fn position_at(&self, index: u64) -> Option<Position> {
        each_table!(
            &self.table,
            table => Some(table.asked(table.position_at(index)?, self.board.as_ref())?.into()),
            None
        )
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
            true => ProbeError::Damaged { table },
            false => ProbeError::Beyond { table, reach: format!("no position has index {index}") },
        }
    }

    /// What the table says of a position, which counts if nothing was missing meanwhile.
    fn stored(&self, position: &Position) -> Result<Value, ProbeError> {
        let beyond = || ProbeError::Beyond {
            table: self.header().name.clone(),
            reach: format!("it is of {}", self.header().game),
        };
        each_table!(
            &self.table,
            table => Ok(table.value(own(table, position).ok_or_else(beyond)?)?.into()),
            Err(beyond())
        )
    }

    fn together<T>(&self, control: Control<'_>, attempt: impl FnMut() -> T) -> Result<T, Error> {
        together(&self.tables, &self.place, control, attempt)
    }

    /// The entries where they are: see [`Probe::entry_array`].
    #[must_use]
    pub fn entry_array(&self) -> Option<EntryArray<'_>> {
        each_table!(&self.table, table => table.entry_array(), None)
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

/// A position as the table of its game knows it; `None` of another game or board.
fn own<'p, T: AskedTable>(table: &T, position: &'p Position) -> Option<&'p T::Position> {
    table.own(T::Asked::of(position)?)
}
