//! `counts`: how many positions there are, and how many of them are lost.

use perfectplay_query::{Bytes, NumberCount, NumberTable};

use crate::ExportError;
use crate::rows::{Rows, Values};
use crate::writer::Writer;

pub(crate) fn schema() -> Rows {
    rows(&[])
}

pub(crate) fn write(
    table: &NumberTable<Bytes>,
    writer: &mut Writer<'_>,
) -> Result<(), ExportError> {
    Ok(writer.write(rows(&table.counts()?))?)
}

fn rows(counts: &[NumberCount]) -> Rows {
    Rows::default()
        .with("largest", Values::U8(counts.iter().map(|row| row.largest).collect()))
        .with("available", Values::U8(counts.iter().map(|row| row.available).collect()))
        .with("positions", Values::U64(counts.iter().map(|row| row.count.positions).collect()))
        .with("losing", Values::U64(counts.iter().map(|row| row.count.losing).collect()))
}
