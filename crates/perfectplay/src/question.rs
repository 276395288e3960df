//! Questions.

use perfectplay_protocol::{Budget, Error, GameRef, Plies, Position};

/// A position, and what is wanted in addition to its value and its moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The position.
    pub position: Position,
    /// When to solve for plies.
    pub plies: Plies,
    /// Whether best play to the end is wanted.
    pub line: bool,
    /// Whether the best replies to each move are wanted.
    pub replies: bool,
    /// Whether Grundy values are wanted, in games that have them.
    pub grundy: bool,
}

impl Question {
    /// Whether a table alone may answer it: tables do not have all plies.
    pub(crate) fn may_be_stored(&self) -> bool {
        self.plies == Plies::IfStored || !self.position.traits().plies
    }

    /// A question for the value and the moves of a position.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self { position, plies: Plies::default(), line: false, replies: false, grundy: false }
    }

    /// The same for a position given as text, of a game. A contour needs a game that is [on a
    /// board](crate::ErasedGame::on_board).
    ///
    /// # Errors
    /// If the text is not a position of the game, or if a contour has no board.
    pub fn parse(game: impl Into<GameRef>, text: &str) -> Result<Self, Error> {
        Self::read(game, text, &Budget::default())
    }

    /// The same within a budget, from which it can then be answered.
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse), and if it is interrupted.
    pub fn read(game: impl Into<GameRef>, text: &str, budget: &Budget<'_>) -> Result<Self, Error> {
        game.into().shared().read(text, budget).map(Self::new)
    }

    /// The same question, with plies solved for as given.
    #[must_use]
    pub fn with_plies(self, plies: Plies) -> Self {
        Self { plies, ..self }
    }

    /// The same question, with best play to the end or without.
    #[must_use]
    pub fn with_line(self, line: bool) -> Self {
        Self { line, ..self }
    }

    /// The same question, with the best replies to each move or without.
    #[must_use]
    pub fn with_replies(self, replies: bool) -> Self {
        Self { replies, ..self }
    }

    /// The same question, with Grundy values or without.
    #[must_use]
    pub fn with_grundy(self, grundy: bool) -> Self {
        Self { grundy, ..self }
    }
}
