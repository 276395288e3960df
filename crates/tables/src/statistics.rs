//! Statistics of a table's entries, which the builder counts for the header, and `verify` counts again. Each game
//! has its own; none depends on the order of the entries.

use perfectplay_core::Outcome;
use perfectplay_format::{Quantity, Statistic};

/// A statistic that is a number of things.
pub fn count(name: &str, count: u64) -> Statistic {
    statistic(name, Quantity::Count(count))
}

/// Any statistic.
pub fn statistic(name: &str, value: Quantity) -> Statistic {
    Statistic { name: name.to_owned(), value }
}

/// Statistics of entries, which do not depend on their order.
pub trait Tally<E>: Copy + Default + Send + Sync {
    /// Adds an entry.
    fn add(&mut self, entry: E);

    /// Those of the entries of both.
    fn merged(self, other: Self) -> Self;

    /// Those of some entries.
    fn of(entries: &[E]) -> Self
    where
        E: Copy,
    {
        let mut statistics = Self::default();
        entries.iter().for_each(|&entry| statistics.add(entry));
        statistics
    }
}

/// Nothing is counted.
impl<E> Tally<E> for () {
    fn add(&mut self, _: E) {}

    fn merged(self, (): Self) {}
}

/// How many positions are won and lost by the player to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutcomeStatistics {
    /// How many are won.
    pub winning: u64,
    /// How many are lost.
    pub losing: u64,
}

impl Tally<Outcome> for OutcomeStatistics {
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

impl OutcomeStatistics {
    /// The statistics of a header.
    pub fn statistics(self) -> Vec<Statistic> {
        vec![count("winning", self.winning), count("losing", self.losing)]
    }
}
