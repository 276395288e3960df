//! What a game turned out to be, for whoever described it: mistakes show in how its positions end.

use serde::Serialize;

use crate::solve::children::VisitedPosition;
use crate::solve::game::{End, Values};
use crate::solve::value::StoredValue;

/// How many positions end how, and how they are worth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// How many positions have ended by `end`: lost, drawn, won, with a score; and how many others have no move.
    pub ended: [u64; 5],
    /// How many moves all positions have.
    pub moves: u64,
    /// By level, from the start on: how many positions are won, drawn and lost for the player to move; or have a score above, at
    /// and below 0.
    pub levels: Vec<[u64; 3]>,
}

/// Where [`Summary::ended`] counts a position; `None` if it has not ended.
pub(crate) fn way(visited: &VisitedPosition<'_>) -> Option<usize> {
    match visited.end {
        Some(End::Loss) => Some(0),
        Some(End::Draw) => Some(1),
        Some(End::Win) => Some(2),
        Some(End::Score(_)) => Some(3),
        None => visited.children.is_empty().then_some(4),
    }
}

/// Whether a value counts as won, drawn or lost.
pub(crate) fn outcome(value: StoredValue, values: Values) -> usize {
    match values {
        Values::Grundy => 2 * usize::from(value.0 == 0),
        _ => 1_usize.wrapping_add_signed(-isize::from(value.0.signum())),
    }
}
