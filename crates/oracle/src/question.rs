//! What is asked.

use std::sync::Arc;

use perfectplay_core::{Game, contour};

use crate::{Error, Position};

/// Whether to solve for plies where a table knows only who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Plies {
    /// Only where a table or the solver has them anyway.
    IfStored,
    /// Where that takes milliseconds.
    #[default]
    IfQuick,
    /// In any case; beyond the limits it is an error.
    Always,
}

/// A position, and what is wanted beside its value and its moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The position.
    pub position: Position,
    /// How much to do for plies.
    pub plies: Plies,
    /// Whether best play to the end is wanted.
    pub line: bool,
}

impl Question {
    /// Asks for value and moves of a position.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self { position, plies: Plies::default(), line: false }
    }

    /// Asks for value and moves of a position given as text. A contour belongs to a board.
    ///
    /// # Errors
    /// If the text is no position of the game, or its board is missing or not wanted.
    pub fn parse(
        game: Game,
        text: &str,
        board: Option<&Arc<contour::Board>>,
    ) -> Result<Self, Error> {
        Position::parse(game, text, board).map(Self::new)
    }

    /// The same, with so much done for plies.
    #[must_use]
    pub fn with_plies(self, plies: Plies) -> Self {
        Self { plies, ..self }
    }

    /// The same, with best play to the end or without.
    #[must_use]
    pub fn with_line(self, line: bool) -> Self {
        Self { line, ..self }
    }
}
