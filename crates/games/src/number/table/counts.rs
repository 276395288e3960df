//! How many positions of `number` there are, by largest number and by how many numbers are available.

use super::{NumberPliesTable, NumberTable};
use crate::number::{Census, Count, Layer};
use crate::preludes::table::*;

/// The positions with this largest number and this many available numbers.
#[derive(Clone, Copy, Debug)]
pub struct NumberCount {
    /// The largest number; 0 if no number is available.
    pub largest: u8,
    /// How many numbers are available.
    pub available: u8,
    /// How many positions, and how many of them are losing.
    pub count: Count,
}

impl NumberTable {
    /// How many positions there are, and how many of them are losing: the empty position first, the
    /// others by largest number and then by how many numbers are available.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn counts(&self) -> Result<Vec<NumberCount>, ProbeError> {
        let counts: Vec<Count> = match self {
            Self::Plies(table) => counts_of(table)?,
            Self::Outcomes(table) => table.counts().collect(),
        };
        let classes = (2..=self.bound())
            .flat_map(|largest| (largest / 2..largest).map(move |available| (largest, available)));
        let none =
            NumberCount { largest: 0, available: 0, count: Count { positions: 1, losing: 1 } };
        let others = classes.zip(counts).map(|((largest, available), count)| NumberCount {
            largest,
            available,
            count,
        });
        let all: Vec<NumberCount> = std::iter::once(none).chain(others).collect();
        // Opening a table does not check what it counts, so it may be anything.
        if sum(&all) == Some(self.header().states) {
            Ok(all)
        } else {
            Err(ProbeError::Damaged(self.name().to_owned()))
        }
    }
}

/// In the same form as the other tables store them.
fn counts_of(table: &NumberPliesTable) -> Result<Vec<Count>, ProbeError> {
    let mut counts = Vec::new();
    for largest in 2..=table.bound() {
        let mut census = Census::new(largest);
        for position in Layer::new(largest).ascending() {
            census.add(position, table.value(&position)?.outcome == Outcome::Loss);
        }
        counts.extend(census.by_available());
    }
    Ok(counts)
}

/// How many positions there are in total; `None` if that is impossible.
fn sum(counts: &[NumberCount]) -> Option<u64> {
    counts.iter().try_fold(0u64, |sum, NumberCount { count, .. }| {
        let sum = sum.checked_add(count.positions)?;
        (count.losing <= count.positions).then_some(sum)
    })
}
