//! A table of whichever game, with its own reader.

use perfectplay_games::{
    ChompTable, ContourTable, NumberTable, StakeTable, TokensTable, TowerTable,
};
use perfectplay_query::{Bytes, CustomTable, Header, Problem, TableFile, is_custom};

#[derive(Debug)]
pub enum Table {
    Number(NumberTable),
    Tower(TowerTable),
    Contour(ContourTable),
    Stake(StakeTable),
    Tokens(TokensTable),
    Chomp(ChompTable),
    Custom(CustomTable),
}

/// Does something with a table that has a reader of its own; with one of a custom game something else.
#[macro_export]
macro_rules! with_reader {
    ($any:expr, $table:ident => $then:expr, $coded:pat => $else:expr) => {
        match $any {
            $crate::table::Table::Number($table) => $then,
            $crate::table::Table::Tower($table) => $then,
            $crate::table::Table::Contour($table) => $then,
            $crate::table::Table::Stake($table) => $then,
            $crate::table::Table::Tokens($table) => $then,
            $crate::table::Table::Chomp($table) => $then,
            $crate::table::Table::Custom($coded) => $else,
        }
    };
}

impl Table {
    /// Reads an opened table as one of the game that its header names.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        if is_custom(file.header()) {
            return CustomTable::new(file).map(Self::Custom);
        }
        match &*file.header().game {
            "number" => NumberTable::new(file).map(Self::Number),
            "tower" => TowerTable::new(file).map(Self::Tower),
            "contour" => ContourTable::new(file).map(Self::Contour),
            "stake" => StakeTable::new(file).map(Self::Stake),
            "tokens" => TokensTable::new(file).map(Self::Tokens),
            "chomp" => ChompTable::new(file).map(Self::Chomp),
            other => Err(Problem::UnknownGame(other.to_owned())),
        }
    }

    pub fn header(&self) -> &Header {
        use perfectplay_query::Probe as _;
        with_reader!(self, table => table.header(), table => table.header())
    }
}
