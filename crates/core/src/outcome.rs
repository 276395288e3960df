//! Who wins: the value of a game that ends with a winner.

use std::fmt;

/// Who wins under perfect play, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player to move loses whatever he does.
    Loss,
    /// The player to move has a move that wins.
    Win,
}

impl Outcome {
    /// The same outcome seen by the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Win => "win",
        })
    }
}
