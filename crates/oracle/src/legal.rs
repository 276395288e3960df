//! Moves by the rules alone.

use crate::position::{Move, Position};

/// A move that the rules allow, and what it does; nothing of what it is worth.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LegalMove {
    /// The roll of the die that it needs, in a game with one: its colour.
    pub roll: Option<&'static str>,
    /// The move.
    pub step: Move,
    /// What the player who moves scores at once, in games that count points.
    pub gain: Option<i64>,
    /// The position that it leads to; `None` if it ends the game by capturing a piece.
    pub position: Option<Position>,
}

impl LegalMove {
    /// A move that leads to a position.
    pub(crate) fn to(step: impl Into<Move>, position: impl Into<Position>) -> Self {
        Self { roll: None, step: step.into(), gain: None, position: Some(position.into()) }
    }
}

impl Position {
    /// Every move that the rules allow, in the order of the game's rules; in a game with a die those of every roll,
    /// and none for a roll after which nothing can be moved. `None` if they cannot be listed without a table: of the
    /// numbers named so far in `number`, and of a game that is not built in.
    #[must_use]
    pub fn legal_moves(&self) -> Option<Vec<LegalMove>> {
        self.asked().legal_moves()
    }
}
