//! `positions` and `losing`: a row for each position.

use perfectplay_core::Outcome;
use perfectplay_core::number::Position;
use perfectplay_query::{Bytes, NumberTable, Probe};
use perfectplay_tables::{Control, Threads};

use crate::ExportError;
use crate::generators::text;
use crate::rows::{Rows, Values};
use crate::walk::walk;
use crate::writer::Writer;

/// Which columns there are, and of which positions.
#[derive(Clone, Copy)]
pub(crate) struct What {
    /// Losing ones alone.
    pub(crate) losing: bool,
    pub(crate) plies: bool,
    /// As text.
    pub(crate) generators: bool,
}

struct PositionRow {
    position: Position,
    losing: bool,
    plies: u8,
}

pub(crate) fn schema(what: What) -> Rows {
    rows(&[], what)
}

pub(crate) fn write(
    table: &NumberTable<Bytes>,
    what: What,
    threads: &Threads,
    control: Control<'_>,
    writer: &mut Writer<'_>,
) -> Result<(), ExportError> {
    let find = |position| {
        let value = table.value(&position)?;
        let losing = value.outcome == Outcome::Loss;
        // A move takes a number away, so there are fewer than 64.
        let plies = value.plies.unwrap_or_default() as u8;
        let row = PositionRow { position, losing, plies };
        Ok((losing || !what.losing).then_some(row))
    };
    walk(table.bound(), threads, control, find, |found| writer.write(rows(found, what)))
}

fn rows(found: &[PositionRow], what: What) -> Rows {
    let numbers = |number: fn(Position) -> u8| {
        Values::U8(found.iter().map(|row| number(row.position)).collect())
    };
    let mut rows = Rows::default()
        .with("mask", Values::U64(found.iter().map(|row| row.position.mask()).collect()))
        .with("largest", numbers(Position::largest))
        .with("available", numbers(|position| position.mask().count_ones() as u8))
        .with("multiplicity", numbers(Position::multiplicity));
    if !what.losing {
        let losing = found.iter().map(|row| row.losing).collect();
        rows = rows.with("losing", Values::Bool(losing));
    }
    if what.plies {
        rows = rows.with("plies", Values::U8(found.iter().map(|row| row.plies).collect()));
    }
    if what.generators {
        let texts = found.iter().map(|row| text(row.position)).collect();
        rows = rows.with("generators", Values::Text(texts));
    }
    rows
}
