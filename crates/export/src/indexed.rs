//! Positions of any game whose table has an index.

use std::fs::File;
use std::io::Write;

use perfectplay_core::{Outcome, Value, for_each_game};
use perfectplay_query::{Probe, ProbeError, Table};
use perfectplay_tables::{Control, Threads};
use rayon::prelude::*;

use crate::rows::{Rows, Values};
use crate::writer::Writer;
use crate::{ExportError, Format};

/// How many rows one thread makes at a time.
const TASK: u64 = 1 << 12;

/// How many rows are in memory at a time.
const BATCH: u64 = 1 << 16;

/// All positions of a table of any game, with their values, in a format, to be written.
///
/// The columns are `index`, the number of the position's entry; `position`, its text, which NumPy does not get; and what
/// the game's values are: `outcome` (1 won, −1 lost, for the player to move) and `plies` where the table has them,
/// `score`, or `expected`. Rows are in the order of the entries.
#[derive(Clone, Debug)]
pub struct IndexedExport<'a> {
    table: &'a Table,
    format: Format,
    threads: Threads,
}

impl<'a> IndexedExport<'a> {
    /// What is to be written, and how; `None` if the table has no index, as `number` tables without plies.
    #[must_use]
    pub fn new(table: &'a Table, format: Format) -> Option<Self> {
        has_index(table).then(|| Self { table, format, threads: Threads::default() })
    }

    /// The same on these threads, instead of one per processor.
    #[must_use]
    pub fn on(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// Writes to a file, at its current place, and returns how many rows were written.
    ///
    /// # Errors
    /// If the file cannot be written, the table is damaged, or `control` says to stop.
    pub fn write_file(&self, file: &File, control: Control<'_>) -> Result<u64, ExportError> {
        self.write(Writer::to_file(file, self.format, &self.schema()?)?, control)
    }

    /// Writes rows as CSV, whatever the format, and returns how many there are.
    ///
    /// # Errors
    /// As [`write_file`](Self::write_file).
    pub fn write_csv(&self, out: impl Write, control: Control<'_>) -> Result<u64, ExportError> {
        self.write(Writer::csv(out, &self.schema()?)?, control)
    }

    fn write(&self, mut writer: Writer<'_>, control: Control<'_>) -> Result<u64, ExportError> {
        let states = self.table.header().states;
        for start in (0..states).step_by(BATCH as usize) {
            let end = (start + BATCH).min(states);
            let tasks: Vec<u64> = (start..end).step_by(TASK as usize).collect();
            let task = |&first: &u64| rows(self.table, first, (first + TASK).min(end), self.format);
            let made: Result<Vec<Rows>, ExportError> =
                self.threads.install(|| tasks.par_iter().map(task).collect())?;
            for rows in made? {
                writer.write(rows)?;
            }
            control.advance(end - start)?;
        }
        Ok(writer.finish()?)
    }

    /// The columns, without rows.
    fn schema(&self) -> Result<Rows, ExportError> {
        rows(self.table, 0, 0, self.format)
    }
}

/// A value of a game as columns.
trait Column: Copy {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows;
}

impl Column for f64 {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        rows.with("expected", Values::F64(values))
    }
}

impl Column for i64 {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        rows.with("score", Values::I64(values))
    }
}

impl Column for i8 {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        rows.with("score", Values::I32(values.into_iter().map(Into::into).collect()))
    }
}

impl Column for Outcome {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        let number = |outcome| if outcome == Self::Win { 1 } else { -1 };
        rows.with("outcome", Values::I32(values.into_iter().map(number).collect()))
    }
}

impl Column for Value {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        let plies = values.iter().map(|value| value.plies.unwrap_or(0).into()).collect();
        let rows = Outcome::columns(values.iter().map(|value| value.outcome).collect(), rows);
        rows.with("plies", Values::I32(plies))
    }
}

macro_rules! rows_of_any {
    ($(($game:ident, $module:ident))*) => {
        /// Whether the positions of a table have an index. A table that cannot be read is an error later on.
        fn has_index(table: &Table) -> bool {
            match table {
                $(Table::$game(table) => table.position_at(0).is_some(),)*
                Table::Coded(_) => false,
            }
        }

        /// The rows of some entries.
        fn rows(
            table: &Table,
            first: u64,
            end: u64,
            format: Format,
        ) -> Result<Rows, ExportError> {
            match table {
                $(Table::$game(table) => rows_of(table, first, end, format),)*
                Table::Coded(_) => Err(damaged(table.name())),
            }
        }
    };
}

for_each_game!(rows_of_any);

fn rows_of<T: Probe<Value: Column>>(
    table: &T,
    first: u64,
    end: u64,
    format: Format,
) -> Result<Rows, ExportError> {
    let positions: Option<Vec<T::Position>> =
        (first..end).map(|index| table.position_at(index)).collect();
    let positions = positions.ok_or_else(|| damaged(table.name()))?;
    let mut values = vec![None; positions.len()];
    table.values(&positions, &mut values);
    let values: Option<Vec<T::Value>> = values.into_iter().collect();
    let values = values.ok_or_else(|| damaged(table.name()))?;
    let mut rows = Rows::default().with("index", Values::U64((first..end).collect()));
    if format != Format::Npy {
        let texts = positions.iter().map(ToString::to_string);
        rows = rows.with("position", Values::Text(texts.collect()));
    }
    Ok(T::Value::columns(values, rows))
}

fn damaged(table: &str) -> ExportError {
    ProbeError::Damaged { table: table.to_owned() }.into()
}
