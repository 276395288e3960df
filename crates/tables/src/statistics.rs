//! What is counted of a table's entries: by the builder for the header, and again
//! by `verify`.

use perfectplay_core::Outcome;
use perfectplay_core::number::{Count, Entry};
use perfectplay_core::tokens;
use perfectplay_format::{Quantity, Statistic};

fn statistic(name: &str, value: Quantity) -> Statistic {
    Statistic { name: name.to_owned(), value }
}

/// Statistics of `number` entries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NumberStatistics {
    winning: u64,
    losing: u64,
    longest: u16,
}

impl NumberStatistics {
    pub(crate) fn add(&mut self, entry: Entry) {
        let value = entry.value();
        match value.outcome {
            Outcome::Win => self.winning += 1,
            Outcome::Loss => self.losing += 1,
        }
        self.longest = self.longest.max(value.plies.unwrap_or_default());
    }

    pub(crate) fn merged(self, other: Self) -> Self {
        Self {
            winning: self.winning + other.winning,
            losing: self.losing + other.losing,
            longest: self.longest.max(other.longest),
        }
    }

    pub(crate) fn statistics(self) -> Vec<Statistic> {
        vec![
            statistic("winning", Quantity::Count(self.winning)),
            statistic("losing", Quantity::Count(self.losing)),
            statistic("longest_game_plies", Quantity::Count(self.longest.into())),
        ]
    }
}

/// Statistics of `number` outcomes by layer, the empty position not counted yet.
pub(crate) fn number_outcomes_statistics(counts: &[Count]) -> Vec<Statistic> {
    let none = Count { positions: 1, losing: 1 };
    let all = counts.iter().fold(none, |sum, &count| sum.plus(count));
    vec![
        statistic("winning", Quantity::Count(all.positions.saturating_sub(all.losing))),
        statistic("losing", Quantity::Count(all.losing)),
    ]
}

/// Statistics of `tower` entries. None depends on the order of the entries, as the
/// sum of doubles would.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TowerStatistics {
    finished: u64,
    longest: f64,
}

impl TowerStatistics {
    pub(crate) fn add(&mut self, expected: f64) {
        self.finished += u64::from(expected == 0.0);
        self.longest = self.longest.max(expected);
    }

    pub(crate) fn merged(self, other: Self) -> Self {
        Self { finished: self.finished + other.finished, longest: self.longest.max(other.longest) }
    }

    /// `raw_states` tells all blocks apart by place and colour, but for mirror images.
    pub(crate) fn statistics(self, raw_states: u64) -> Vec<Statistic> {
        vec![
            statistic("raw_states", Quantity::Count(raw_states)),
            statistic("finished", Quantity::Count(self.finished)),
            statistic("longest_expected_minutes", Quantity::Real(self.longest)),
        ]
    }
}

/// Statistics of `stake` entries: scores as the movers see them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StakeStatistics {
    winning: u64,
    drawn: u64,
    losing: u64,
    highest: i8,
}

impl StakeStatistics {
    pub(crate) fn add(&mut self, score: i8) {
        match score {
            1.. => self.winning += 1,
            0 => self.drawn += 1,
            _ => self.losing += 1,
        }
        self.highest = self.highest.max(score);
    }

    pub(crate) fn merged(self, other: Self) -> Self {
        Self {
            winning: self.winning + other.winning,
            drawn: self.drawn + other.drawn,
            losing: self.losing + other.losing,
            highest: self.highest.max(other.highest),
        }
    }

    /// `raw_states` tells symmetric ones apart.
    pub(crate) fn statistics(self, raw_states: u64) -> Vec<Statistic> {
        vec![
            statistic("raw_states", Quantity::Count(raw_states)),
            statistic("winning", Quantity::Count(self.winning)),
            statistic("drawn", Quantity::Count(self.drawn)),
            statistic("losing", Quantity::Count(self.losing)),
            statistic("highest_score", Quantity::Integer(self.highest.into())),
        ]
    }
}

/// Statistics of a `tokens` family with so many lost entries.
pub(crate) fn tokens_statistics(boards: &tokens::Family, lost: u64) -> Vec<Statistic> {
    vec![
        statistic("raw_states", Quantity::Count(boards.starts())),
        statistic("winning", Quantity::Count(boards.len() - lost)),
        statistic("losing", Quantity::Count(lost)),
    ]
}

/// Statistics of a `tokens` board with so many starts, lost ones, and matched edges.
pub(crate) fn tokens_board_statistics(starts: u64, lost: u64, matching: u64) -> Vec<Statistic> {
    vec![
        statistic("winning", Quantity::Count(starts - lost)),
        statistic("losing", Quantity::Count(lost)),
        statistic("matching", Quantity::Count(matching)),
    ]
}
