//! Chomp: the key is the contour of what is left of the bar, a bit for each of its steps.

use anyhow::Result;
use fastrand::Rng;
use perfectplay_core::Outcome;
use perfectplay_core::chomp::Position;
use perfectplay_core::staircase::path_of_rows;
use perfectplay_query::{Bytes, ChompTable, Entries, TableFolder};

use super::{Game, byte, packed_values};

/// The positions of a bar with so many rows.
#[derive(Debug)]
pub(crate) struct Chomp {
    rows: usize,
}

impl Chomp {
    pub(crate) fn new(rows: u8) -> Self {
        Self { rows: rows.into() }
    }
}

impl Game for Chomp {
    type Position = Position;
    type Key = u32;
    type Value = u8;
    type Table = ChompTable<Bytes>;

    fn open(&self, folder: &TableFolder, name: &str) -> Result<Self::Table> {
        Ok(folder.read(name, ChompTable::new)?)
    }

    #[inline(always)]
    fn value(table: &Self::Table, position: &Position) -> Option<u8> {
        table.value(position).ok().map(byte)
    }

    #[inline]
    fn values(table: &Self::Table, positions: &[Position], values: &mut [Option<u8>]) {
        let look_up = |positions: &[Position], found: &mut [_]| table.values(positions, found);
        packed_values(positions, values, look_up, byte);
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> u32 {
        path_of_rows(&position.left()[..self.rows])
    }

    fn key_text(&self) -> &'static str {
        "the contour as bits, one for each step down or right"
    }

    fn entries(&self, table: &Self::Table) -> Vec<(u32, u8)> {
        let entry = |index| {
            let position = table.position(index).expect("a position");
            (self.key(&position), byte(table.entry_at(index).expect("an entry")))
        };
        (0..table.header().states).map(entry).collect()
    }

    fn random(&self, table: &Self::Table, _: &[(u32, u8)], random: &mut Rng) -> Position {
        table.position(random.u64(..table.header().states)).expect("a position")
    }

    fn value_of(outcome: Outcome) -> Option<u8> {
        Some(byte(outcome))
    }
}
