//! Games with tables of single boards.

use std::path::Path;

use perfectplay_core::contour::{Board, Position};
use perfectplay_core::{Game, stake};
use perfectplay_oracle::GameRef;
use perfectplay_query::Instance;

use crate::failure::Failure;
use crate::input::boards;

/// The boards of a game.
pub(crate) struct Boards(Option<Game>);

/// The boards of a game.
pub(crate) fn of(game: &GameRef) -> Boards {
    Boards(game.name().parse().ok())
}

impl Boards {
    /// Reads the board that a table is to be of; `None` if the game has no such tables.
    pub(crate) fn read_board(&self, file: &Path) -> Result<Option<Instance>, Failure> {
        Ok(Some(match self.0 {
            Some(Game::Contour) => boards::contour(file)?.into(),
            Some(Game::Stake) => boards::stake(file)?.into(),
            Some(Game::Tokens) => boards::tokens(file)?.into(),
            _ => return Ok(None),
        }))
    }

    /// A position that the table of a board answers, with the board if it is not a part of the position. A board of
    /// tokens does not say where the pieces are.
    pub(crate) fn position_of(&self, instance: &Instance) -> Option<(String, Option<Board>)> {
        match instance.board::<stake::Position>() {
            Some(board) => Some((board.to_string(), None)),
            None => Some((Position::EMPTY.to_string(), Some(instance.board::<Board>()?.clone()))),
        }
    }
}
