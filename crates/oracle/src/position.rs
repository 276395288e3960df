//! A position and a move of any game.

use std::fmt;
use std::sync::Arc;

use perfectplay_core::{Game, chomp, contour, number, stake, tokens, tower};
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::own::{GameId, OwnPosition};

/// A position of any game. Its text is that of its game, in JSON as well.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Position {
    /// The numbers that are still available, none above 63.
    Number(number::Position),
    /// The numbers named so far, whichever numbers are then available.
    Named(Box<number::Named>),
    /// A tower.
    Tower(tower::Position),
    /// A contour, on its board.
    Contour(contour::Position, Arc<contour::Board>),
    /// A board of Stake Your Claim.
    Stake(stake::Position),
    /// A board of Board Game with its pieces, and the pairs of cells visited so far.
    Tokens(Box<tokens::Position>),
    /// What is left of a bar of Chomp.
    Chomp(chomp::Position),
    /// Of a game that is not built in.
    Own(Box<OwnPosition>),
}

/// What is wrong with a position, where, and what was expected; by game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum PositionError {
    /// Of the Number Game.
    Number(#[from] number::PositionError),
    /// Of Colored Jenga.
    Tower(#[from] tower::PositionError),
    /// Of 一双木棋.
    Contour(#[from] contour::PositionError),
    /// Of Stake Your Claim.
    Stake(#[from] stake::PositionError),
    /// Of Board Game.
    Tokens(#[from] tokens::PositionError),
    /// Of Chomp.
    Chomp(#[from] chomp::PositionError),
    /// Of a game that is not built in.
    Own(#[from] OwnPositionError),
}

/// A text is not a position of a game that is not built in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a position of {game}")]
pub struct OwnPositionError {
    /// The game.
    game: GameId,
    /// The text as it is shown: its beginning, escaped.
    text: String,
}

impl OwnPositionError {
    pub(crate) fn new(game: GameId, text: &str) -> Self {
        Self { game, text: text.chars().flat_map(char::escape_debug).take(40).collect() }
    }
}

impl PositionError {
    /// The game.
    #[must_use]
    pub fn game(&self) -> GameId {
        GameId::BuiltIn(match self {
            Self::Number(_) => Game::Number,
            Self::Tower(_) => Game::Tower,
            Self::Contour(_) => Game::Contour,
            Self::Stake(_) => Game::Stake,
            Self::Tokens(_) => Game::Tokens,
            Self::Chomp(_) => Game::Chomp,
            Self::Own(error) => return error.game,
        })
    }
}

impl Position {
    /// Whether its plies may require solving, whatever tables there are.
    pub(crate) fn may_be_solved_for_plies(&self) -> bool {
        match self {
            Self::Number(_) | Self::Chomp(_) => true,
            // Named numbers are searched, and the values of the other games have no plies.
            Self::Named(_)
            | Self::Tower(_)
            | Self::Contour(..)
            | Self::Stake(_)
            | Self::Tokens(_)
            | Self::Own(_) => false,
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameId {
        GameId::BuiltIn(match self {
            Self::Number(_) | Self::Named(_) => Game::Number,
            Self::Tower(_) => Game::Tower,
            Self::Contour(..) => Game::Contour,
            Self::Stake(_) => Game::Stake,
            Self::Tokens(_) => Game::Tokens,
            Self::Chomp(_) => Game::Chomp,
            Self::Own(position) => return position.game,
        })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(position) => position.fmt(f),
            Self::Named(named) => named.fmt(f),
            Self::Tower(position) => position.fmt(f),
            Self::Contour(position, _) => position.fmt(f),
            Self::Stake(position) => position.fmt(f),
            Self::Tokens(position) => position.fmt(f),
            Self::Chomp(position) => position.fmt(f),
            Self::Own(position) => position.text().fmt(f),
        }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A move of any game. Its text is that of its game, in JSON as well.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Move {
    /// Naming a number.
    Number(u64),
    /// Moving a block of a tower.
    Tower(tower::Move),
    /// Taking a cell of a contour's board.
    Contour(contour::Move),
    /// Filling a cell.
    Stake(stake::Move),
    /// Moving a piece.
    Tokens(tokens::Move),
    /// Taking a cell of a bar.
    Chomp(chomp::Move),
    /// Of a game that is not built in: its text.
    Own(Arc<String>),
}

/// Moves of games as those of any game.
macro_rules! of_any_game {
    ($($variant:ident: $game:ident),*) => {
        $(impl From<$game::Move> for Move {
            fn from(step: $game::Move) -> Self {
                Self::$variant(step)
            }
        })*
    };
}

of_any_game!(Tower: tower, Contour: contour, Stake: stake, Tokens: tokens, Chomp: chomp);

impl From<String> for Move {
    fn from(text: String) -> Self {
        Self::Own(Arc::new(text))
    }
}

impl From<number::Move> for Move {
    fn from(step: number::Move) -> Self {
        Self::Number(step.0.into())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Tower(step) => step.fmt(f),
            Self::Contour(step) => step.fmt(f),
            Self::Stake(step) => step.fmt(f),
            Self::Tokens(step) => step.fmt(f),
            Self::Chomp(step) => step.fmt(f),
            Self::Own(text) => text.fmt(f),
        }
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How many states of a game are solved by default: about as many as two cores solve in ten seconds.
pub(crate) const fn default_states(game: Game) -> u64 {
    match game {
        Game::Number => 1_000_000,
        Game::Tower => 200_000_000,
        Game::Contour => 2_000_000_000,
        Game::Stake => 7_000_000_000,
        Game::Tokens => 50_000_000,
        // With plies.
        Game::Chomp => 50_000_000,
    }
}
