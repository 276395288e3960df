//! What differs between games: their tables, and what they say of them.

use perfectplay_core::{Game, for_each_game};
use perfectplay_format::{Header, TableFile};

use crate::bytes::Bytes;
use crate::coded::CodedTable;
use crate::error::Problem;
use crate::face::{Boards, Families};
use crate::instance::Instance;
use crate::probe::Probe;

macro_rules! table {
    ($(($game:ident, $module:ident))*) => {
        /// What a game says of its families; `None` if it has none.
        pub(crate) fn families(game: Game) -> Option<&'static dyn Families> {
            match game {
                $(Game::$game => crate::$module::FAMILIES,)*
            }
        }

        /// What a game says of its tables of single boards; `None` if it has none.
        fn boards(game: Game) -> Option<&'static Boards> {
            match game {
                $(Game::$game => crate::$module::BOARDS,)*
            }
        }

        /// A table of any game.
        #[derive(Debug)]
        pub enum Table {
            $(
                #[doc = concat!("Of [`", stringify!($module), "`](perfectplay_core::", stringify!($module), ").")]
                $game(crate::$module::GameTable),
            )*
            /// Of a game that is not built in.
            Coded(CodedTable),
        }

        impl Table {
            /// Reads an opened table as one of a built-in game.
            fn of_game(game: Game, file: TableFile<Bytes>) -> Result<Self, Problem> {
                match game {
                    $(Game::$game => crate::$module::GameTable::new(file).map(Self::$game),)*
                }
            }

            /// The table's header.
            pub fn header(&self) -> &Header {
                match self {
                    $(Self::$game(table) => table.header(),)*
                    Self::Coded(table) => table.header(),
                }
            }

            /// The board that the table is of; `None` for the table of a family and of a game that is not built in.
            pub fn instance(&self) -> Option<Instance> {
                match self {
                    $(Self::$game(table) => table.instance(),)*
                    Self::Coded(_) => None,
                }
            }
        }
    };
}

for_each_game!(table);

impl Instance {
    /// The sample boards, whose tables are built by default.
    #[must_use]
    pub fn samples() -> Vec<Self> {
        let of_game =
            |&game: &Game| boards(game).map_or_else(Vec::new, |boards| (boards.samples)());
        Game::ALL.iter().flat_map(of_game).collect()
    }

    /// Whether a game has tables of single boards.
    #[must_use]
    pub fn exists_for(game: Game) -> bool {
        boards(game).is_some()
    }
}

impl Table {
    /// Reads an opened table as one of the game that its header names, which need not be built in.
    ///
    /// # Errors
    /// If this program does not know the game, or does not understand the table.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        if file.header().encoding == CodedTable::ENCODING {
            return CodedTable::new(file).map(Self::Coded);
        }
        let unknown = |_| Problem::UnknownGame { found: file.header().game.clone() };
        Self::of_game(file.header().game.parse().map_err(unknown)?, file)
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.header().name
    }
}
