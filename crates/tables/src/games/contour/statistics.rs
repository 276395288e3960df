//! The statistics of a board.

use perfectplay_format::{Quantity, Statistic};

use crate::statistics::statistic;

/// The statistics of a board whose empty contour has this score.
pub(super) fn statistics(score: i64) -> Vec<Statistic> {
    vec![statistic("score", Quantity::Integer(score))]
}
