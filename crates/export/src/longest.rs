//! `longest`: the longest games by largest number, of winning and of losing positions.

use perfectplay_core::Outcome;
use perfectplay_core::Value;
use perfectplay_core::number::Position;
use perfectplay_query::memory::can_be_had;
use perfectplay_query::{Bytes, NumberTable, Probe};
use perfectplay_tables::{Control, NumberValues, Threads};

use crate::ExportError;
use crate::generators::text;
use crate::rows::{Rows, Values};
use crate::walk::walk;
use crate::writer::Writer;

/// A position with the most plies of its kind, the first of them.
#[derive(Clone, Copy)]
struct LongestRow {
    position: Position,
    value: Value,
}

/// By largest number; of each first the longest win, then the longest loss.
#[derive(Default)]
struct Longest(Vec<[Option<LongestRow>; 2]>);

impl Longest {
    fn add(&mut self, row: LongestRow) {
        let largest = usize::from(row.position.largest());
        if self.0.len() <= largest {
            self.0.resize(largest + 1, [None; 2]);
        }
        let longest = &mut self.0[largest][usize::from(row.value.outcome == Outcome::Loss)];
        if longest.is_none_or(|longest| longest.value.plies < row.value.plies) {
            *longest = Some(row);
        }
    }
}

/// Fails before anything is done if the plies cannot be computed in the memory that is free.
pub(crate) fn check(
    table: &NumberTable<Bytes>,
    free: impl FnOnce() -> Option<u64>,
) -> Result<(), ExportError> {
    if table.knows_plies() {
        return Ok(());
    }
    let (table, bound) = (table.name().to_owned(), table.bound());
    if bound > NumberValues::MAX_BOUND {
        return Err(ExportError::Bound { table, most: NumberValues::MAX_BOUND });
    }
    let need = NumberValues::memory(bound);
    let too_little = free().filter(|&free| free < need);
    if too_little.is_none() && can_be_had(need) {
        return Ok(());
    }
    Err(ExportError::Memory { table, need, free: too_little })
}

pub(crate) fn schema(generators: bool) -> Rows {
    rows(&[], generators)
}

pub(crate) fn write(
    table: &NumberTable<Bytes>,
    generators: bool,
    threads: &Threads,
    control: Control<'_>,
    writer: &mut Writer<'_>,
) -> Result<(), ExportError> {
    let plies = if table.knows_plies() {
        None
    } else {
        let solved = threads.install(|| NumberValues::solve(table.bound(), control))??;
        control.set_position(0);
        Some(solved)
    };
    let find = |position| {
        let value = value(table, plies.as_ref(), position)?;
        Ok(Some(LongestRow { position, value }))
    };
    let mut longest = Longest::default();
    walk(table.bound(), threads, control, find, |found| {
        found.iter().for_each(|&row| longest.add(row));
        Ok(())
    })?;
    let found: Vec<LongestRow> = longest.0.into_iter().flatten().flatten().collect();
    Ok(writer.write(rows(&found, generators))?)
}

/// A position's value: the table's, or what was solved if the table says the same.
fn value(
    table: &NumberTable<Bytes>,
    plies: Option<&NumberValues>,
    position: Position,
) -> Result<Value, ExportError> {
    let stored = table.value(&position)?;
    let outcome = stored.outcome;
    let value = match stored.plies {
        Some(_) => Some(stored),
        None => plies.and_then(|plies| plies.value(position)),
    };
    value.filter(|value| value.outcome == outcome).ok_or_else(|| ExportError::Contradiction {
        table: table.name().to_owned(),
        position,
        outcome,
    })
}

fn rows(found: &[LongestRow], generators: bool) -> Rows {
    let lost = |row: &LongestRow| row.value.outcome == Outcome::Loss;
    // A move takes a number away, so there are fewer than 64.
    let plies = |row: &LongestRow| row.value.plies.unwrap_or_default() as u8;
    let rows = Rows::default()
        .with("largest", Values::U8(found.iter().map(|row| row.position.largest()).collect()))
        .with("losing", Values::Bool(found.iter().map(lost).collect()))
        .with("plies", Values::U8(found.iter().map(plies).collect()))
        .with("mask", Values::U64(found.iter().map(|row| row.position.mask()).collect()));
    if !generators {
        return rows;
    }
    rows.with("generators", Values::Text(found.iter().map(|row| text(row.position)).collect()))
}
