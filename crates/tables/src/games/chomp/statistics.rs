//! The statistics of outcomes.

use perfectplay_core::Outcome;
use perfectplay_format::Statistic;

use crate::statistics::{Tally, count};

/// Of some positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChompStatistics {
    pub(super) winning: u64,
    pub(super) losing: u64,
}

impl Tally<Outcome> for ChompStatistics {
    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.winning += 1,
            Outcome::Loss => self.losing += 1,
        }
    }

    fn merged(self, other: Self) -> Self {
        Self { winning: self.winning + other.winning, losing: self.losing + other.losing }
    }
}

impl ChompStatistics {
    pub(super) fn statistics(self) -> Vec<Statistic> {
        vec![count("winning", self.winning), count("losing", self.losing)]
    }
}
