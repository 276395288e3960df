//! What the games share in being what an oracle knows of any game.

pub(crate) mod plan;
pub(crate) mod typed;

use std::str::FromStr;
use std::sync::Arc;

use perfectplay_query::{Families, Family, TableReader, game_of_board};

use perfectplay_protocol::Error;
use perfectplay_protocol::{About, ErasedGame, GameRef, Reach};
use perfectplay_protocol::{Position, PositionError, WordForm};

/// What there is to know of a game that comes with this crate.
pub(crate) fn about<T: TableReader>() -> About {
    let tables = T::families().map(Families::names).unwrap_or_default();
    let mut about = About::documented(T::FACTS);
    about.tables = tables.into();
    about
}

/// Reads the text of a position that is all of it.
pub(crate) fn read_alone<P: WordForm + FromStr<Err: std::fmt::Display>>(
    game: Arc<dyn ErasedGame>,
    text: &str,
) -> Result<Position, Error> {
    let game = GameRef::from(game);
    match text.parse::<P>() {
        Ok(position) => Ok(any(&game, &position)),
        Err(error) => Err(PositionError::new(game, error).into()),
    }
}

/// A position of a game, as any game has it.
pub(crate) fn any(game: &GameRef, position: &impl WordForm) -> Position {
    Position::new(game.clone(), position.words())
}

/// The family of a table's name, if it is one of the game with this reader.
pub(crate) fn family<T: TableReader>(table: &str) -> Option<Family> {
    Family::named(T::families()?, table).ok()
}

/// The reach of a table of one board of the game with this reader.
pub(crate) fn of_board<T: TableReader>(table: &str) -> Option<Reach> {
    (game_of_board(table) == Some(T::FACTS.game)).then_some(Reach::Board)
}
