//! Why texts are not towers.

use thiserror::Error;

use super::level::Level;

/// The most levels of a tower that is read or made from levels.
pub(super) const MAX_LEVELS: usize = 64;

/// Why a text or a list of levels is not a tower. Levels are counted from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum PositionError {
    /// There is no level.
    #[error("the tower is empty: expected levels, bottom first, such as RGB/GRG/R.B/.G.")]
    Empty,
    /// There are more than [`Position::MAX_LEVELS`](super::Position::MAX_LEVELS) levels.
    #[error("the tower has {0} levels: expected at most {max}", max = MAX_LEVELS)]
    TooManyLevels(usize),
    /// A level has too few or too many places.
    #[error("level {level} has {places} places: expected 3 (left, middle, right)")]
    Places { level: usize, places: usize },
    /// A letter is not a block or an empty place.
    #[error("level {level}, {place} place: found {found:?}, expected R, G, B or '.' (empty)")]
    Letter { level: usize, place: &'static str, found: char },
    /// A number is not that of a level.
    #[error("level {level} is {found}: expected a number from 0 to 63")]
    Number { level: usize, found: u8 },
    /// A level below the top has neither its middle block nor both its sides.
    #[error(
        "level {level} is {found}: a level below the top must keep its middle block or both its sides"
    )]
    Falls { level: usize, found: Level },
    /// The top level, which has this number, has no block.
    #[error("level {0} (the top) is empty: expected 1 to 3 blocks")]
    EmptyTop(usize),
}
