//! Moves by the rules alone.

use crate::position::{Move, Position};
use crate::value::Value;

/// A move that the rules allow; nothing of what it is worth. [`Position::after`] has where it leads.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LegalMove {
    /// The roll of the die that it needs, in a game with one: its colour.
    pub roll: Option<&'static str>,
    /// The move.
    pub step: Move,
    /// What the player who moves scores at once, in games that count points.
    pub gain: Option<i64>,
    /// Whether it ends the game by capturing a piece.
    pub captures: bool,
}

impl LegalMove {
    pub(crate) fn of(step: impl Into<Move>) -> Self {
        Self { roll: None, step: step.into(), gain: None, captures: false }
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

    /// The position that a legal move leads to; `None` if it is not legal, or ends the game by capturing a piece, and
    /// where [`legal_moves`](Self::legal_moves) are not listed.
    #[must_use]
    pub fn after(&self, step: &Move) -> Option<Self> {
        self.asked().after(step)
    }

    /// What the position is worth by the rules alone, if no move is left; `None` if there is one, and where
    /// [`legal_moves`](Self::legal_moves) are not listed.
    #[must_use]
    pub fn end_value(&self) -> Option<Value> {
        self.legal_moves()?.is_empty().then(|| self.asked().end_value())
    }
}
