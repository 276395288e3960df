//! The games that come with this crate, each in a file of its own.

pub(crate) mod chomp;
pub(crate) mod contour;
pub(crate) mod number;
mod planned;
pub(crate) mod stake;
pub(crate) mod tokens;
pub(crate) mod tower;
mod typed;

use std::str::FromStr;
use std::sync::Arc;

use perfectplay_games as games;
use perfectplay_query::{Families, Family, TableReader, game_of_board};

use crate::error::Error;
use crate::game::{About, ErasedGame, GameRef, Reach};
use crate::position::{Position, PositionError, Worded};

/// The games that come with this crate.
#[must_use]
pub fn built_in() -> Vec<GameRef> {
    vec![
        GameRef::new(number::Number::default()),
        GameRef::new(tower::Tower::default()),
        GameRef::new(contour::Contour::default()),
        GameRef::new(stake::Stake::default()),
        GameRef::new(tokens::Tokens::default()),
        GameRef::new(chomp::Chomp::default()),
    ]
}

/// What there is to know of a game that comes with this crate.
fn about<T: TableReader>() -> About {
    let tables = T::families().map(Families::names).unwrap_or_default();
    About { tables: tables.into(), ..About::documented(T::FACTS) }
}

/// Why no best play is known when there are no plies.
pub(crate) const NO_PLIES: &str =
    "how many plies the game lasts is not known, so no line of play is known to be best";

/// Reads the text of a position that is all of it.
fn read_alone<P: Worded + FromStr<Err: std::fmt::Display>>(
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
fn any(game: &GameRef, position: &impl Worded) -> Position {
    Position::new(game.clone(), position.words())
}

/// The family of a table's name, if it is one of the game with this reader.
fn family<T: TableReader>(table: &str) -> Option<Family> {
    Family::named(T::families()?, table).ok()
}

/// The reach of a table of one board of the game with this reader.
fn of_board<T: TableReader>(table: &str) -> Option<Reach> {
    (game_of_board(table) == Some(T::FACTS.game)).then_some(Reach::Board)
}

macro_rules! from_typed {
    ($($game:ty: $position:ty,)*) => {
        $(
            impl From<$position> for Position {
                fn from(position: $position) -> Self {
                    any(&GameRef::new(<$game>::default()), &position)
                }
            }
        )*
    };
}

from_typed! {
    number::Number: games::number::Position,
    tower::Tower: games::tower::Position,
    stake::Stake: games::stake::Position,
    tokens::Tokens: games::tokens::Position,
    chomp::Chomp: games::chomp::Position,
}

impl From<games::contour::ContourPosition> for Position {
    fn from(contour: games::contour::ContourPosition) -> Self {
        any(&GameRef::from(&contour.board), &contour.position)
    }
}
