//! The face by which an oracle asks any game.

use std::any::Any;
use std::sync::Arc;

use perfectplay_core::contour::Board;
use perfectplay_query::Probe;

use crate::answer::{Answer, FoundValue};
use crate::asked::AskedPosition;
use crate::budget::Budget;
use crate::error::{Error, UsageError};
use crate::limits::Plies;
use crate::packed::{PackedError, Tile};
use crate::position::{OfGame, Position};
use crate::value::Value;

/// What an oracle asks of a game, from a game's own side.
pub(crate) trait GameSource: Any + Send + Sync {
    /// A position.
    type Asked: AskedPosition + OfGame;

    /// A position's value and its moves.
    fn answer(
        &self,
        position: &Self::Asked,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error>;

    /// A position's value and its moves where plies do not matter.
    fn answer_without_plies(
        &self,
        position: &Self::Asked,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        self.answer(position, Plies::IfStored, budget)
    }

    /// A position's value alone; `None` if that requires the answer with all moves.
    fn value(
        &self,
        position: &Self::Asked,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error>;

    /// The values of many positions that the tables of families have; `None` for the others.
    fn stored_values(
        &self,
        positions: &[&Self::Asked],
        budget: &Budget<'_>,
    ) -> Vec<Option<FoundValue>> {
        let _ = budget;
        positions.iter().map(|_| None).collect()
    }

    /// Writes the values of positions of an array that the tables of families have; `None` stays for the others.
    fn packed_values(&self, tile: Tile<'_>, budget: &Budget<'_>) -> Result<(), PackedError> {
        let _ = (tile, budget);
        Ok(())
    }

    /// Why no best play from a position is known, if that can be said beforehand; an error in a game without best
    /// play.
    fn why_no_line(
        &self,
        position: &Self::Asked,
        budget: &Budget<'_>,
    ) -> Result<Option<String>, Error> {
        let _ = (position, budget);
        Ok(None)
    }

    /// Checks that moves have best replies.
    fn check_replies(&self) -> Result<(), UsageError> {
        Ok(())
    }

    /// Whether positions have Grundy values here.
    fn has_grundy(&self) -> bool {
        false
    }

    /// Adds Grundy values to the answer of a position, in a game that has them.
    fn add_grundy(
        &self,
        answer: &mut Answer,
        position: &Self::Asked,
        budget: &Budget<'_>,
    ) -> Result<(), Error> {
        let _ = (answer, position, budget);
        Ok(())
    }
}

/// What an oracle asks of any game, whatever its positions are: see [`GameSource`].
pub(crate) trait Source: Any + Send + Sync {
    fn answer(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error>;

    fn answer_without_plies(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error>;

    fn value(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error>;

    fn stored_values(
        &self,
        positions: &[&Position],
        budget: &Budget<'_>,
    ) -> Vec<Option<FoundValue>>;

    fn packed_values(&self, tile: Tile<'_>, budget: &Budget<'_>) -> Result<(), PackedError>;

    fn why_no_line(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Option<String>, Error>;

    fn check_replies(&self) -> Result<(), UsageError>;

    fn has_grundy(&self) -> bool;

    fn add_grundy(
        &self,
        answer: &mut Answer,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<(), Error>;
}

/// The position as its game knows it.
fn of<P: OfGame>(position: &Position) -> &P {
    P::of(position).expect("a source is asked about its own game")
}

impl<S: GameSource> Source for S {
    fn answer(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        GameSource::answer(self, of(position), plies, budget)
    }

    fn answer_without_plies(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        GameSource::answer_without_plies(self, of(position), budget)
    }

    fn value(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        GameSource::value(self, of(position), plies, budget)
    }

    fn stored_values(
        &self,
        positions: &[&Position],
        budget: &Budget<'_>,
    ) -> Vec<Option<FoundValue>> {
        let positions: Vec<_> = positions.iter().map(|position| of(position)).collect();
        GameSource::stored_values(self, &positions, budget)
    }

    fn packed_values(&self, tile: Tile<'_>, budget: &Budget<'_>) -> Result<(), PackedError> {
        GameSource::packed_values(self, tile, budget)
    }

    fn why_no_line(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Option<String>, Error> {
        GameSource::why_no_line(self, of(position), budget)
    }

    fn check_replies(&self) -> Result<(), UsageError> {
        GameSource::check_replies(self)
    }

    fn has_grundy(&self) -> bool {
        GameSource::has_grundy(self)
    }

    fn add_grundy(
        &self,
        answer: &mut Answer,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<(), Error> {
        GameSource::add_grundy(self, answer, of(position), budget)
    }
}

/// A game's tables, asked with the positions of an oracle.
pub(crate) trait AskedTable: Probe<Value: Into<Value>> {
    /// A position.
    type Asked: OfGame + Into<Position> + 'static;

    /// The position as the table knows it; `None` if no such table can have it.
    fn own<'p>(&self, asked: &'p Self::Asked) -> Option<&'p Self::Position>;

    /// A position of the table, with the board that it belongs to if that is not a part of it.
    fn asked(&self, position: Self::Position, board: Option<&Arc<Board>>) -> Option<Self::Asked>;
}

/// Positions by number.
pub(crate) trait PositionList: Send + Sync {
    /// How many there are.
    fn len(&self) -> u64;

    /// The position with a number; `None` if there are not so many.
    fn position(&self, number: u64) -> Option<Position>;
}

impl<F: Fn(u64) -> Option<Position> + Send + Sync> PositionList for (u64, F) {
    fn len(&self) -> u64 {
        self.0
    }

    fn position(&self, number: u64) -> Option<Position> {
        self.1(number).filter(|_| number < self.0)
    }
}
