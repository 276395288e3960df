//! The statistics of scores.

use perfectplay_format::{Quantity, Statistic};

use crate::statistics::{Tally, count, statistic};

/// Of some scores, each seen by the player to move.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::games) struct StakeStatistics {
    winning: u64,
    drawn: u64,
    losing: u64,
    highest: i8,
}

impl Tally<i8> for StakeStatistics {
    fn add(&mut self, score: i8) {
        match score {
            1.. => self.winning += 1,
            0 => self.drawn += 1,
            _ => self.losing += 1,
        }
        self.highest = self.highest.max(score);
    }

    fn merged(self, other: Self) -> Self {
        Self {
            winning: self.winning + other.winning,
            drawn: self.drawn + other.drawn,
            losing: self.losing + other.losing,
            highest: self.highest.max(other.highest),
        }
    }
}

impl StakeStatistics {
    /// In `raw_states` symmetric boards are told apart.
    pub(super) fn statistics(self, raw_states: u64) -> Vec<Statistic> {
        vec![
            count("raw_states", raw_states),
            count("winning", self.winning),
            count("drawn", self.drawn),
            count("losing", self.losing),
            statistic("highest_score", Quantity::Integer(self.highest.into())),
        ]
    }
}
