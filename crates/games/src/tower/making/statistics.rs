//! The statistics of expected minutes. There is no sum of doubles, as it would depend on their order.

use perfectplay_format::{Quantity, Statistic};
use perfectplay_tables::statistics::{Tally, count, statistic};

/// Of some entries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TowerStatistics {
    finished: u64,
    longest: f64,
}

impl Tally<f64> for TowerStatistics {
    fn add(&mut self, expected: f64) {
        self.finished += u64::from(expected == 0.0);
        self.longest = self.longest.max(expected);
    }

    fn merged(self, other: Self) -> Self {
        Self { finished: self.finished + other.finished, longest: self.longest.max(other.longest) }
    }
}

impl TowerStatistics {
    /// In `raw_states` all blocks are distinguished by place and colour, except for mirror images.
    pub(super) fn statistics(self, raw_states: u64) -> Vec<Statistic> {
        vec![
            count("raw_states", raw_states),
            count("finished", self.finished),
            statistic("longest_expected_minutes", Quantity::Real(self.longest)),
        ]
    }
}
