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

use perfectplay_core::{self as core, Facts, Game};
use perfectplay_query::{Family, Header, Problem, game_of_board};

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

impl From<Game> for GameRef {
    fn from(game: Game) -> Self {
        let found = built_in().into_iter().find(|one| one.name() == game.name());
        found.expect("every game of the list is built in")
    }
}

impl PartialEq<Game> for GameRef {
    fn eq(&self, other: &Game) -> bool {
        self.name() == other.name()
    }
}

/// What there is to know of a game that comes with this crate.
fn about(game: Game) -> About {
    About { tables: Family::names(game).into(), ..About::documented(game.name(), game.facts()) }
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

/// Checks that a table with this header is of a game by the rules that these facts name.
fn check(about: &About, facts: &Facts, header: &Header) -> Result<(), Problem> {
    if header.game != about.name {
        return Err(Problem::UnknownGame { found: header.game.clone() });
    }
    if header.rules != facts.rules_tag {
        let (found, expected) = (header.rules.clone(), facts.rules_tag);
        return Err(Problem::OtherRules { found, expected });
    }
    Ok(())
}

/// The family of a table's name, if it is one of this game.
fn family(game: Game, table: &str) -> Option<Family> {
    table.parse().ok().filter(|family: &Family| family.game() == game)
}

/// The reach of a table of one board of a game.
fn of_board(game: Game, table: &str) -> Option<Reach> {
    (game_of_board(table) == Some(game.name())).then_some(Reach::Board)
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
    number::Number: core::number::Position,
    tower::Tower: core::tower::Position,
    stake::Stake: core::stake::Position,
    tokens::Tokens: core::tokens::Position,
    chomp::Chomp: core::chomp::Position,
}

impl From<core::contour::ContourPosition> for Position {
    fn from(contour: core::contour::ContourPosition) -> Self {
        any(&GameRef::from(&contour.board), &contour.position)
    }
}
