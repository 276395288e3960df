//! A `number` table of either kind: with plies, or knowing only who wins.

use perfectplay_core::Outcome;
use perfectplay_core::number::{Answer, Census, Count, Layer, Move, OutcomeAnswer, Position};
use perfectplay_query::{
    Bytes, NumberOutcomesTable, NumberTable, OpenError, ProbeError, Problem, Table, TableFile,
    TableFolder,
};

pub(crate) enum AnyNumberTable {
    Complete(NumberTable<Bytes>),
    Outcomes(NumberOutcomesTable<Bytes>),
}

/// An answer with plies, or of a table that does not know them.
pub(crate) enum NumberAnswer {
    Plies(Answer),
    Outcomes(OutcomeAnswer),
}

/// The positions with one largest number and so many available numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountRow {
    pub(crate) largest: u8,
    pub(crate) available: u8,
    pub(crate) count: Count,
}

impl AnyNumberTable {
    /// Reads an opened table as one of them.
    pub(crate) fn new(file: TableFile<Map>) -> Result<Self, Problem> {
        if file.header().encoding == NumberOutcomesTable::<Map>::ENCODING {
            NumberOutcomesTable::new(file).map(Self::Outcomes)
        } else {
            NumberTable::new(file).map(Self::Complete)
        }
    }

    /// Opens the table called `name`.
    pub(crate) fn open(folder: &TableFolder, name: &str) -> Result<Self, OpenError> {
        let file = folder.open(name)?;
        Self::new(file).map_err(|problem| problem.of(folder.table(name).display()))
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Complete(table) => table.name(),
            Self::Outcomes(table) => table.name(),
        }
    }

    pub(crate) fn bound(&self) -> u8 {
        match self {
            Self::Complete(table) => table.bound(),
            Self::Outcomes(table) => table.bound(),
        }
    }

    pub(crate) fn states(&self) -> u64 {
        match self {
            Self::Complete(table) => table.header().states,
            Self::Outcomes(table) => table.header().states,
        }
    }

    pub(crate) fn knows_plies(&self) -> bool {
        matches!(self, Self::Complete(_))
    }

    /// Who wins a position, and in how many plies if the table knows it.
    pub(crate) fn value(&self, position: Position) -> Result<(Outcome, Option<u8>), ProbeError> {
        match self {
            Self::Complete(table) => {
                table.value(position).map(|value| (value.outcome, Some(value.plies)))
            }
            Self::Outcomes(table) => table.value(position).map(|outcome| (outcome, None)),
        }
    }

    /// A position's value and its moves', best first.
    pub(crate) fn answer(&self, position: Position) -> Result<NumberAnswer, ProbeError> {
        match self {
            Self::Complete(table) => table.answer(position).map(NumberAnswer::Plies),
            Self::Outcomes(table) => table.answer(position).map(NumberAnswer::Outcomes),
        }
    }

    /// All positions, the empty one included, by largest number and then by how many numbers
    /// are available.
    pub(crate) fn counts(&self) -> Result<Vec<CountRow>, ProbeError> {
        let counts: Vec<Count> = match self {
            Self::Complete(table) => counts_of(table)?,
            Self::Outcomes(table) => table.counts().collect(),
        };
        let classes = (2..=self.bound())
            .flat_map(|largest| (largest / 2..largest).map(move |available| (largest, available)));
        let none = CountRow { largest: 0, available: 0, count: Count { positions: 1, losing: 1 } };
        let rows = classes.zip(counts).map(|((largest, available), count)| CountRow {
            largest,
            available,
            count,
        });
        let rows: Vec<CountRow> = std::iter::once(none).chain(rows).collect();
        // Opening a table does not look at what it counts, so it may be anything.
        if all(&rows) == Some(self.states()) {
            Ok(rows)
        } else {
            Err(ProbeError::Damaged { table: self.name().to_owned() })
        }
    }
}

impl NumberAnswer {
    /// The winning moves, ascending.
    pub(crate) fn winning_moves(&self) -> Vec<Move> {
        match self {
            Self::Plies(answer) => answer.winning_moves(),
            Self::Outcomes(answer) => answer.winning_moves(),
        }
    }
}

/// As the other tables have them stored.
fn counts_of(table: &NumberTable<Bytes>) -> Result<Vec<Count>, ProbeError> {
    let mut counts = Vec::new();
    for largest in 2..=table.bound() {
        let mut census = Census::new(largest);
        for position in Layer::new(largest).ascending() {
            census.add(position, table.value(position)?.outcome == Outcome::Loss);
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
