//! `longest`: the longest games by largest number, of winning and of losing positions.

use bytesize::ByteSize;
use perfectplay_core::Outcome;
use perfectplay_core::Value;
use perfectplay_core::number::Position;
use perfectplay_query::memory::can_be_had;
use perfectplay_query::{Bytes, NumberTable};
use perfectplay_tables::{Control, NumberValues};

use super::generators::text;
use super::rows::{Rows, Values};
use super::walk::walk;
use super::writer::Writer;
use crate::failure::Failure;
use crate::memory;

/// A position with the most plies of its kind, the first of them.
#[derive(Clone, Copy)]
struct Row {
    position: Position,
    value: Value,
}

/// By largest number; of each first the longest win, then the longest loss.
#[derive(Default)]
struct Longest(Vec<[Option<Row>; 2]>);

impl Longest {
    fn add(&mut self, row: Row) {
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

/// Fails before anything is done if the plies cannot be computed.
pub(super) fn check(table: &NumberTable<Bytes>) -> Result<(), Failure> {
    if table.knows_plies() {
        return Ok(());
    }
    let (name, bound) = (table.name(), table.bound());
    if bound > NumberValues::MAX_BOUND {
        let most = NumberValues::MAX_BOUND;
        let what = format!("{name} does not know the plies, and they are computed up to {most}");
        return Err(Failure::refused(what));
    }
    let need = NumberValues::memory(bound);
    let what = format!(
        "{name} does not know the plies, and to compute them needs {} of memory",
        ByteSize(need)
    );
    match memory::available().filter(|&free| free < need) {
        Some(free) => Err(Failure::refused(format!("{what}, and {} are free", ByteSize(free)))),
        None if can_be_had(need) => Ok(()),
        None => Err(Failure::refused(format!("{what}, and the system does not give them"))),
    }
}

pub(super) fn schema(generators: bool) -> Rows {
    rows(&[], generators)
}

pub(super) fn write(
    table: &NumberTable<Bytes>,
    generators: bool,
    control: Control<'_>,
    writer: &mut Writer<'_>,
) -> Result<(), Failure> {
    let plies = if table.knows_plies() {
        None
    } else {
        let solved = NumberValues::solve(table.bound(), control)?;
        control.set_position(0);
        Some(solved)
    };
    let find = |position| {
        let value = value(table, plies.as_ref(), position)?;
        Ok(Some(Row { position, value }))
    };
    let mut longest = Longest::default();
    walk(table.bound(), control, find, |found| {
        found.iter().for_each(|&row| longest.add(row));
        Ok(())
    })?;
    let found: Vec<Row> = longest.0.into_iter().flatten().flatten().collect();
    writer.write(rows(&found, generators))
}

/// A position's value: the table's, or what was solved if the table says the same.
fn value(
    table: &NumberTable<Bytes>,
    plies: Option<&NumberValues>,
    position: Position,
) -> Result<Value, Failure> {
    let stored = table.value(&position)?;
    let outcome = stored.outcome;
    let value = match stored.plies {
        Some(_) => Some(stored),
        None => plies.and_then(|plies| plies.value(position)),
    };
    value.filter(|value| value.outcome == outcome).ok_or_else(|| {
        let name = table.name();
        let what =
            format!("{name}: {position} is stored as a {outcome}, and its moves contradict that");
        Failure::damaged(what)
    })
}

fn rows(found: &[Row], generators: bool) -> Rows {
    let lost = |row: &Row| row.value.outcome == Outcome::Loss;
    // A move takes a number away, so there are fewer than 64.
    let plies = |row: &Row| row.value.plies.unwrap_or_default() as u8;
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
