//! The statistics of entries.

use perfectplay_core::Outcome;
use perfectplay_core::number::Entry;
use perfectplay_format::Statistic;

use crate::statistics::{Tally, count};

/// Of some entries.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PliesStatistics {
    winning: u64,
    losing: u64,
    longest: u16,
}

impl Tally<Entry> for PliesStatistics {
    fn add(&mut self, entry: Entry) {
        let value = entry.value();
        match value.outcome {
            Outcome::Win => self.winning += 1,
            Outcome::Loss => self.losing += 1,
        }
        self.longest = self.longest.max(value.plies.unwrap_or_default());
    }

    fn merged(self, other: Self) -> Self {
        Self {
            winning: self.winning + other.winning,
            losing: self.losing + other.losing,
            longest: self.longest.max(other.longest),
        }
    }
}

impl PliesStatistics {
    pub(super) fn statistics(self) -> Vec<Statistic> {
        vec![
            count("winning", self.winning),
            count("losing", self.losing),
            count("longest_game_plies", self.longest.into()),
        ]
    }
}
