//! The statistics of starts.

use perfectplay_format::Statistic;
use perfectplay_tables::statistics::count;

use crate::tokens::FamilyIndex;

/// The statistics of a family with this many losing entries.
pub(super) fn family_statistics(boards: &FamilyIndex, lost: u64) -> Vec<Statistic> {
    vec![
        count("raw_states", boards.starts()),
        count("winning", boards.len() - lost),
        count("losing", lost),
    ]
}

/// The statistics of a board with this many starts, losing starts, and edges of a maximum matching.
pub(super) fn board_statistics(starts: u64, lost: u64, matching: u64) -> Vec<Statistic> {
    vec![count("winning", starts - lost), count("losing", lost), count("matching", matching)]
}
