//! A position and a move of any game.

use std::fmt;
use std::sync::Arc;

use perfectplay_core::control::{Interrupted, Stopped};
use perfectplay_core::number::PositionError;
use perfectplay_core::{Game, chomp, contour, number, stake, tokens, tower};
use serde::{Serialize, Serializer};

use crate::error::UsageError;
use crate::{Budget, Error, Limits, Silent};

/// A position of any game; its text is that of its game, in JSON too.
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
}

impl Position {
    /// Reads the text of a position. A contour needs its board.
    ///
    /// # Errors
    /// If the text is no position of the game, if a contour has no board, or if another position has
    /// one.
    pub fn parse(
        game: Game,
        text: &str,
        board: Option<&Arc<contour::Board>>,
    ) -> Result<Self, Error> {
        Self::read(game, text, board, &Budget::new(&Limits::default(), &Silent))
    }

    /// The same within a budget.
    pub(crate) fn read(
        game: Game,
        text: &str,
        board: Option<&Arc<contour::Board>>,
        budget: &Budget<'_>,
    ) -> Result<Self, Error> {
        if board.is_some() && game != Game::Contour {
            return Err(UsageError::Board(game).into());
        }
        Ok(match game {
            Game::Number => number_position(text, budget)?,
            Game::Tower => Self::Tower(text.parse().map_err(Error::position)?),
            Game::Contour => {
                let board = board.ok_or(Error::NoBoard)?;
                Self::contour(text.parse().map_err(Error::position)?, board.clone())?
            }
            Game::Stake => Self::Stake(text.parse().map_err(Error::position)?),
            Game::Tokens => Self::Tokens(Box::new(text.parse().map_err(Error::position)?)),
            Game::Chomp => Self::Chomp(text.parse().map_err(Error::position)?),
        })
    }

    /// A contour of a board.
    ///
    /// # Errors
    /// If it is not of the board.
    pub fn contour(position: contour::Position, board: Arc<contour::Board>) -> Result<Self, Error> {
        position.check(board.rows(), board.columns()).map_err(Error::position)?;
        Ok(Self::Contour(position, board))
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            Self::Number(_) | Self::Named(_) => Game::Number,
            Self::Tower(_) => Game::Tower,
            Self::Contour(..) => Game::Contour,
            Self::Stake(_) => Game::Stake,
            Self::Tokens(_) => Game::Tokens,
            Self::Chomp(_) => Game::Chomp,
        }
    }
}

/// Reads the available numbers where none is above 63, and else the numbers named so far. These are read
/// once: their sums take time.
fn number_position(text: &str, budget: &Budget<'_>) -> Result<Position, Error> {
    if !text.trim_start().starts_with("after:") {
        return text.parse().map(Position::Number).map_err(Error::position);
    }
    let named = number::Named::read(text, budget.control()).map_err(|error| match error {
        PositionError::Stopped(Stopped::Interrupted) => Interrupted.into(),
        PositionError::Stopped(Stopped::Spent) => Error::position(PositionError::TooLargeForSums),
        error => Error::position(error),
    })?;
    Ok(match named.position() {
        Some(position) => Position::Number(position),
        None => Position::Named(Box::new(named)),
    })
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
        }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A move of any game; its text is that of its game, in JSON too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        }
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
