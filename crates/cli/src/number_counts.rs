//! How many positions of `number` there are, by their largest number and by how many numbers
//! are available.

use perfectplay_core::Outcome;
use perfectplay_core::number::{Census, Count, Layer};
use perfectplay_query::{Bytes, NumberPliesTable, NumberTable, ProbeError};

/// The positions with one largest number and so many available numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountRow {
    pub(crate) largest: u8,
    pub(crate) available: u8,
    pub(crate) count: Count,
}

/// All positions of a table, the empty one included, by largest number and then by how many
/// numbers are available.
pub(crate) fn counts(table: &NumberTable<Bytes>) -> Result<Vec<CountRow>, ProbeError> {
    let counts: Vec<Count> = match table {
        NumberTable::Plies(table) => counts_of(table)?,
        NumberTable::Outcomes(table) => table.counts().collect(),
    };
    let classes = (2..=table.bound())
        .flat_map(|largest| (largest / 2..largest).map(move |available| (largest, available)));
    let none = CountRow { largest: 0, available: 0, count: Count { positions: 1, losing: 1 } };
    let rows = classes.zip(counts).map(|((largest, available), count)| CountRow {
        largest,
        available,
        count,
    });
    let rows: Vec<CountRow> = std::iter::once(none).chain(rows).collect();
    // Opening a table does not look at what it counts, so it may be anything.
    if all(&rows) == Some(table.header().states) {
        Ok(rows)
    } else {
        Err(ProbeError::Damaged { table: table.name().to_owned() })
    }
}

/// As the other tables have them stored.
fn counts_of(table: &NumberPliesTable<Bytes>) -> Result<Vec<Count>, ProbeError> {
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

/// How many positions the rows have together; `None` if that cannot be.
fn all(rows: &[CountRow]) -> Option<u64> {
    rows.iter().try_fold(0u64, |sum, CountRow { count, .. }| {
        let sum = sum.checked_add(count.positions)?;
        (count.losing <= count.positions).then_some(sum)
    })
}

/// Of each largest number, without regard to how many numbers are available.
pub(crate) fn by_largest(rows: &[CountRow]) -> Vec<(u8, Count)> {
    let of_one = |rows: &[CountRow]| {
        let sum = rows.iter().fold(Count::default(), |sum, row| sum.plus(row.count));
        (rows[0].largest, sum)
    };
    rows.chunk_by(|one, next| one.largest == next.largest).map(of_one).collect()
}
