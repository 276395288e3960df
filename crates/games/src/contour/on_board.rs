//! Contours on their boards.

use std::fmt;
use std::sync::Arc;

use super::{Board, Position, PositionError};

/// A contour on its board.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContourPosition {
    /// The contour, which has been checked to be one of the board's.
    pub position: Position,
    /// The board.
    pub board: Arc<Board>,
}

impl ContourPosition {
    /// A contour on its board.
    ///
    /// # Errors
    /// If the contour is larger than the board.
    pub fn new(position: Position, board: Arc<Board>) -> Result<Self, PositionError> {
        position.check(board.rows(), board.columns())?;
        Ok(Self { position, board })
    }
}

impl fmt::Display for ContourPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}
