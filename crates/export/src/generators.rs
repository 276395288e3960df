//! `few-generators`: the losing positions that few numbers leave when they are named.

use perfectplay_core::Outcome;
use perfectplay_core::number::Position;
use perfectplay_query::{Bytes, NumberTable, Probe};
use perfectplay_tables::{Control, Threads};

use crate::ExportError;
use crate::rows::{Rows, Values};
use crate::walk::walk;
use crate::writer::Writer;

#[derive(Clone, Copy)]
pub(crate) struct What {
    /// The fewest generators.
    pub(crate) least: u8,
    /// The most generators.
    pub(crate) most: u8,
    /// As one text, and not as so many numbers.
    pub(crate) text: bool,
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
    let (least, most) = (usize::from(what.least), usize::from(what.most));
    let find = |position: Position| {
        // Cheaper than the outcome.
        if !(least..=most).contains(&position.generators().take(most + 1).count()) {
            return Ok(None);
        }
        let outcome = table.value(&position)?.outcome;
        Ok((outcome == Outcome::Loss).then_some(position))
    };
    walk(table.bound(), threads, control, find, |found| writer.write(rows(found, what)))
}

fn rows(found: &[Position], what: What) -> Rows {
    let generators = if what.text {
        Rows::default().with("generators", texts(found))
    } else {
        let place = |place: usize| {
            let number = |position: &Position| position.generators().nth(place).unwrap_or(0);
            Values::U8(found.iter().map(number).collect())
        };
        let places = 0..usize::from(what.most);
        places.fold(Rows::default(), |rows, at| rows.with(format!("g{}", at + 1), place(at)))
    };
    generators
        .with("largest", Values::U8(found.iter().map(|position| position.largest()).collect()))
        .with("available", Values::U8(found.iter().map(available).collect()))
}

fn available(position: &Position) -> u8 {
    position.mask().count_ones() as u8
}

fn texts(found: &[Position]) -> Values {
    Values::Text(found.iter().copied().map(text).collect())
}

/// A position's generators, as in `6 7 16`.
pub(crate) fn text(position: Position) -> String {
    let texts: Vec<String> = position.generators().map(|number| number.to_string()).collect();
    texts.join(" ")
}
