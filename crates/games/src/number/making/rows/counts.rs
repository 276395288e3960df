//! `counts`: how many positions there are, and how many of them are lost.

use perfectplay_tables::rows::{Rows, Values};

use crate::number::table::NumberCount;

pub(crate) fn rows(counts: &[NumberCount]) -> Rows {
    Rows::default()
        .with("largest", Values::U8(counts.iter().map(|row| row.largest).collect()))
        .with("available", Values::U8(counts.iter().map(|row| row.available).collect()))
        .with("positions", Values::U64(counts.iter().map(|row| row.count.positions).collect()))
        .with("losing", Values::U64(counts.iter().map(|row| row.count.losing).collect()))
}
