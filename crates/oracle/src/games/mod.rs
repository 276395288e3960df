//! The sources of answers, one for each game.

mod face;
mod own;
mod sources;

use std::str::FromStr;
use std::sync::Arc;

use perfectplay_core::contour::Board;
use perfectplay_core::{Game, for_each_game};
use perfectplay_query::TableId;

use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::{Error, UsageError};
use crate::own::GameId;
use crate::packed::Packed;
use crate::position::{Position, PositionError};
use crate::tables::Store;

pub(crate) use face::{AskedTable, GameSource, PositionList, Source};
pub(crate) use sources::Games;

macro_rules! games {
    ($(($game:ident, $module:ident))*) => {
        $(mod $module;)*

        /// The source of a game that is built in.
        fn source(game: Game, store: &Arc<Store>, engine: &Arc<Engine>) -> Box<dyn Source> {
            match game {
                $(Game::$game => Box::new($module::source(store, engine)),)*
            }
        }

        /// All positions of a table; `None` if they have no index.
        pub(crate) fn positions(table: &TableId) -> Option<Box<dyn PositionList>> {
            match table.game() {
                $(Game::$game => $module::positions(table),)*
            }
        }

        /// The position at a place of an array.
        pub(crate) fn unpack(
            game: Game,
            positions: &Packed<'_>,
            place: usize,
        ) -> Result<Position, Error> {
            match game {
                $(Game::$game => $module::unpack(positions, place).map(Position::from),)*
            }
        }

        /// Reads the text of a position of a game that is built in.
        fn read_built_in(
            game: Game,
            text: &str,
            board: Option<&Arc<Board>>,
            budget: &Budget<'_>,
        ) -> Result<Position, Error> {
            match game {
                $(Game::$game => $module::read(text, board, budget).map(Position::$game),)*
            }
        }
    };
}

for_each_game!(games);

/// Why no best play is known when there are no plies.
pub(crate) const NO_PLIES: &str =
    "how many plies the game lasts is not known, so no line of play is known to be best";

/// Reads the text of a position within a budget.
pub(crate) fn read(
    game: GameId,
    text: &str,
    board: Option<&Arc<Board>>,
    budget: &Budget<'_>,
) -> Result<Position, Error> {
    match game {
        GameId::BuiltIn(game) => read_built_in(game, text, board, budget),
        GameId::Own(own) => {
            refuse_board(game, board)?;
            own::read(own, text)
        }
    }
}

/// The error that the positions of a game are not packed into arrays in this way.
fn not_packed(game: Game) -> Error {
    UsageError::Packed(game.into()).into()
}

/// A position of a game without boards of their own.
fn refuse_board(game: impl Into<GameId>, board: Option<&Arc<Board>>) -> Result<(), Error> {
    match board {
        None => Ok(()),
        Some(_) => Err(UsageError::Board(game.into()).into()),
    }
}

/// Reads the text of a position that is all of it.
fn read_alone<P: FromStr<Err: Into<PositionError>>>(
    game: Game,
    text: &str,
    board: Option<&Arc<Board>>,
) -> Result<P, Error> {
    refuse_board(game, board)?;
    text.parse().map_err(Error::position)
}
