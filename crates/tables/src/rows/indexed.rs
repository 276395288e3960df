//! Positions of any game whose table has an index.

use std::io;
use std::ops::Range;

use perfectplay_core::{Outcome, Value};
use perfectplay_query::{Probe, ProbeError};
use rayon::prelude::*;

use super::{ExportError, Means, RowSource, Rows, Values};

/// How many rows one thread makes at a time.
const TASK: u64 = 1 << 12;

/// How many rows are in memory at a time.
const BATCH: u64 = 1 << 16;

/// All positions of a table, with their values.
///
/// The columns are `index`, the number of the position's entry; `position`, its text, if texts are wanted; and what the
/// game's values are: `outcome` (1 won, −1 lost, for the player to move) and `plies` where the table has them, `score`, or
/// `expected`. Rows are in the order of the entries.
pub(crate) struct IndexedRows<'a, T> {
    pub table: &'a T,
    pub has_text: bool,
}

impl<T: Probe<Value: ValueColumns> + Sync> RowSource for IndexedRows<'_, T> {
    fn columns(&self) -> Rows {
        self.together(0..0, &[], Vec::new())
    }

    fn each(
        &self,
        means: Means<'_>,
        take: &mut dyn FnMut(Rows) -> io::Result<()>,
    ) -> Result<(), ExportError> {
        let states = self.table.header().states;
        for start in (0..states).step_by(BATCH as usize) {
            let end = (start + BATCH).min(states);
            let tasks: Vec<u64> = (start..end).step_by(TASK as usize).collect();
            let task = |&first: &u64| self.rows(first..(first + TASK).min(end));
            let made: Result<Vec<Rows>, ExportError> =
                means.threads.install(|| tasks.par_iter().map(task).collect())?;
            for rows in made? {
                take(rows)?;
            }
            means.control.advance(end - start)?;
        }
        Ok(())
    }
}

impl<T: Probe<Value: ValueColumns>> IndexedRows<'_, T> {
    fn rows(&self, entries: Range<u64>) -> Result<Rows, ExportError> {
        let damaged = || ProbeError::Damaged(self.table.name().to_owned());
        let positions: Option<Vec<T::Position>> =
            entries.clone().map(|index| self.table.position_at(index)).collect();
        let positions = positions.ok_or_else(damaged)?;
        let mut values = vec![None; positions.len()];
        self.table.values(&positions, &mut values);
        let values: Option<Vec<T::Value>> = values.into_iter().collect();
        Ok(self.together(entries, &positions, values.ok_or_else(damaged)?))
    }

    fn together(
        &self,
        entries: Range<u64>,
        positions: &[T::Position],
        values: Vec<T::Value>,
    ) -> Rows {
        let mut rows = Rows::default().with("index", Values::U64(entries.collect()));
        if self.has_text {
            let texts = positions.iter().map(ToString::to_string);
            rows = rows.with("position", Values::Text(texts.collect()));
        }
        T::Value::columns(values, rows)
    }
}

/// A value of a game as columns.
pub trait ValueColumns: Copy {
    /// Adds them to rows.
    fn columns(values: Vec<Self>, rows: Rows) -> Rows;
}

impl ValueColumns for f64 {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        rows.with("expected", Values::F64(values))
    }
}

impl ValueColumns for i64 {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        rows.with("score", Values::I64(values))
    }
}

impl ValueColumns for i8 {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        rows.with("score", Values::I32(values.into_iter().map(Into::into).collect()))
    }
}

impl ValueColumns for Outcome {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        let number = |outcome| if outcome == Self::Win { 1 } else { -1 };
        rows.with("outcome", Values::I32(values.into_iter().map(number).collect()))
    }
}

impl ValueColumns for Value {
    fn columns(values: Vec<Self>, rows: Rows) -> Rows {
        let plies = values.iter().map(|value| value.plies.unwrap_or(0).into()).collect();
        let rows = Outcome::columns(values.iter().map(|value| value.outcome).collect(), rows);
        rows.with("plies", Values::I32(plies))
    }
}
