//! `counts`: how many positions there are, and how many of them are lost.

use super::rows::{Rows, Values};
use super::writer::Writer;
use crate::failure::Failure;
use perfectplay_query::{Bytes, NumberTable};

use crate::number_counts::{self, CountRow};

pub(super) fn schema() -> Rows {
    rows(&[])
}

pub(super) fn write(table: &NumberTable<Bytes>, writer: &mut Writer<'_>) -> Result<(), Failure> {
    writer.write(rows(&number_counts::counts(table)?))
}

fn rows(counts: &[CountRow]) -> Rows {
    Rows::default()
        .with("largest", Values::U8(counts.iter().map(|row| row.largest).collect()))
        .with("available", Values::U8(counts.iter().map(|row| row.available).collect()))
        .with("positions", Values::U64(counts.iter().map(|row| row.count.positions).collect()))
        .with("losing", Values::U64(counts.iter().map(|row| row.count.losing).collect()))
}
