//! The statistics of entries.

use perfectplay_format::Statistic;
use perfectplay_tables::statistics::{OutcomeStatistics, Tally, count};

use crate::number::Entry;

/// Of some entries.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PliesStatistics {
    outcomes: OutcomeStatistics,
    longest: u16,
}

impl Tally<Entry> for PliesStatistics {
    fn add(&mut self, entry: Entry) {
        let value = entry.value();
        self.outcomes.add(value.outcome);
        self.longest = self.longest.max(value.plies.unwrap_or_default());
    }

    fn merged(self, other: Self) -> Self {
        let outcomes = self.outcomes.merged(other.outcomes);
        Self { outcomes, longest: self.longest.max(other.longest) }
    }
}

impl PliesStatistics {
    pub(super) fn statistics(self) -> Vec<Statistic> {
        let longest = count("longest_game_plies", self.longest.into());
        [self.outcomes.statistics(), vec![longest]].concat()
    }
}
