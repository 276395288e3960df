//! The statistics of scores.

use perfectplay_format::{Quantity, Statistic};
use perfectplay_tables::statistics::{Tally, count, statistic};

/// Of some scores, each seen by the player to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct StakeStatistics {
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

    /// This many entries take less time than reading them does: each figure is a loop over short parts that the
    /// compiler vectorises.
    fn of(entries: &[i8]) -> Self {
        fn count(entries: &[i8], is_counted: impl Fn(i8) -> bool) -> u64 {
            // A part has no more entries than a byte can count.
            let of_part = |part: &[i8]| {
                u64::from(part.iter().map(|&score| u8::from(is_counted(score))).sum::<u8>())
            };
            entries.chunks(usize::from(u8::MAX)).map(of_part).sum()
        }
        let winning = count(entries, |score| score > 0);
        let drawn = count(entries, |score| score == 0);
        Self {
            winning,
            drawn,
            losing: entries.len() as u64 - winning - drawn,
            highest: entries.iter().copied().max().unwrap_or_default().max(0),
        }
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
    /// In `raw_states` symmetric boards are counted separately.
    pub fn statistics(self, raw_states: u64) -> Vec<Statistic> {
        vec![
            count("raw_states", raw_states),
            count("winning", self.winning),
            count("drawn", self.drawn),
            count("losing", self.losing),
            statistic("highest_score", Quantity::Integer(self.highest.into())),
        ]
    }
}
