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
/// use perfectplay_oracle::{Game, OpenTable, Question, Tables};
/// # let bytes: &'static [u8] = include_bytes!(concat!(
/// #     env!("CARGO_MANIFEST_DIR"),
/// #     "/../embedded/tables/stake-4.table",
/// # ));
/// # let tables = Tables::default().with_embedded(&[("stake-4", bytes)]);
///
/// let table = OpenTable::named("stake-4", &tables)?;
/// let position = Question::parse(Game::Stake, "01./.../...", None)?.position;
/// let index = table.index_of(&position).expect("the table has it");
/// assert_eq!(table.position_at(index).and_then(|same| table.index_of(&same)), Some(index));
/// assert_eq!(table.value(&position)?.score(), Some(1));
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
    pub fn named(name: &str, tables: &Tables) -> Result<Self, Error> {
        Self::at(&tables.place(name), tables)
    }

    /// Opens the table at a place.
    ///
    /// # Errors
    /// As [`named`](Self::named).
    pub fn at(place: &TablePlace, tables: &Tables) -> Result<Self, Error> {
        let open = || tables.read_at(place, Table::new);
        let table = tables.together(place, Control::SILENT, open)??;
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

    /// The index of a position: see [`Probe::index_of`].
    #[must_use]
    pub fn index_of(&self, position: &Position) -> Option<u64> {
        each_table!(&self.table, table => table.index_of(own(table, position)?), None)
    }

    /// The position with an index: see [`Probe::position_at`].
    #[must_use]
    pub fn position_at(&self, index: u64) -> Option<Position> {
        each_table!(
            &self.table,
            table => Some(table.asked(table.position_at(index)?, self.board.as_ref())?.into()),
            None
        )
    }

    /// A position's value.
    ///
    /// # Errors
    /// If the table does not have the position, or is damaged.
    pub fn value(&self, position: &Position) -> Result<Value, Error> {
        let name = || self.header().name.clone();
        let beyond = || ProbeError::Beyond {
            table: name(),
            reach: format!("it is of {}", self.header().game),
        };
        each_table!(
            &self.table,
            table => {
                let position = own(table, position).ok_or_else(beyond)?;
                let ask = || table.value(position);
                Ok(self.tables.together(&self.place, Control::SILENT, ask)??.into())
            },
            Err(beyond().into())
        )
    }

    /// The values of the positions with these indexes, in their order; `None` of those that it does not have.
    #[must_use]
    pub fn values_at(&self, indexes: Range<u64>) -> Vec<Option<Value>> {
        indexes.map(|index| self.value(&self.position_at(index)?).ok()).collect()
    }

    /// The entries where they are: see [`Probe::entry_array`].
    #[must_use]
    pub fn entry_array(&self) -> Option<EntryArray<'_>> {
        each_table!(&self.table, table => table.entry_array(), None)
    }
}

/// A position as the table of its game knows it; `None` of another game or board.
fn own<'p, T: AskedTable>(table: &T, position: &'p Position) -> Option<&'p T::Position> {
    table.own(T::Asked::of(position)?)
}
