//! The statistics of layers.

use perfectplay_format::Statistic;
use perfectplay_tables::statistics::count;

use crate::number::Count;

/// The statistics of the positions of some layers and the empty one, which is in no layer.
pub(super) fn statistics(counts: &[Count]) -> Vec<Statistic> {
    let all = all(counts);
    vec![count("winning", all.positions.saturating_sub(all.losing)), count("losing", all.losing)]
}

/// The counts of all positions of some layers and the empty one.
pub(super) fn all(counts: &[Count]) -> Count {
    let none = Count { positions: 1, losing: 1 };
    counts.iter().fold(none, |sum, &count| sum.plus(count))
}
