//! Why texts are not towers or moves.

use thiserror::Error;

use super::level::Level;
use perfectplay_core::text::quoted;

/// The most levels of a tower that is read or made from levels.
pub(super) const MAX_LEVELS: usize = 64;

/// Why a text or a list of levels is not a tower. Levels are counted from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// There is no level.
    #[error("the tower is empty: expected levels, bottom first, such as RGB/GRG/R.B/.G.")]
    Empty,
    /// There are more than [`Position::MAX_LEVELS`](super::Position::MAX_LEVELS) levels.
    #[error("the tower has {0} levels: expected at most {max}", max = MAX_LEVELS)]
    TooManyLevels(usize),
    /// A level has too few or too many places.
    #[error("level {level} has {places} places: expected 3 (left, middle, right)")]
    Places {
        /// The level.
        level: usize,
        /// The number of places in its text.
        places: usize,
    },
    /// A letter is not a block or an empty place.
    #[error("level {level}, {place} place: found {found:?}, expected R, G, B or '.' (empty)")]
    Letter {
        /// The level.
        level: usize,
        /// The name of the place.
        place: &'static str,
        /// The letter.
        found: char,
    },
    /// A level below the top has neither its middle block nor both its sides.
    #[error(
        "level {level} is {found}: a level below the top must keep its middle block or both its sides"
    )]
    Falls {
        /// The level.
        level: usize,
        /// The level as it is.
        found: Level,
    },
    /// The top level, which has this number, has no block.
    #[error("level {0} (the top) is empty: expected 1 to 3 blocks")]
    EmptyTop(usize),
}

/// A text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} is not a move: expected level, place, '>' and place (L, M or R), such as 2L>M", quoted(.0))]
pub struct MoveError(pub String);
