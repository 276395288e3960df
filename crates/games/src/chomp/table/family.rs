//! `chomp-MxN`: every position of a bar of M × N cells.

use perfectplay_core::Facts;
use perfectplay_query::{Families, Needs, Size};

use crate::chomp::{BitLayout, FACTS, Index};

pub(crate) struct Bars;

fn index(size: Size) -> Option<Index> {
    let (rows, columns) = size.sides();
    Index::new(rows.into(), columns.into()).ok()
}

impl Families for Bars {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn defaults(&self) -> &'static [Size] {
        &[Size::Sides(10, 10)]
    }

    fn names(&self) -> String {
        "chomp-MxN with M up to N and up to 64 together".to_owned()
    }

    fn has(&self, size: Size) -> bool {
        let (rows, columns) = size.sides();
        Index::has_size(rows.into(), columns.into()) && rows <= columns
    }

    fn states(&self, size: Size) -> u64 {
        index(size).map_or(0, |index| index.len())
    }

    fn is_filled(&self, size: Size) -> bool {
        /// With more positions than this, a bar is not kept in memory to be sorted by index.
        const MOST_IN_MEMORY: u64 = 1 << 30;
        self.states(size) > MOST_IN_MEMORY
    }

    fn needs(&self, size: Size) -> Needs {
        let states = self.states(size);
        let solved = index(size).map_or(0, |index| BitLayout::bytes_of(&index));
        if self.is_filled(size) {
            // The places of blocks, and a block's buffer for each thread.
            let filled = Needs::filled(solved, [solved]);
            Needs { memory: filled.memory.saturating_add(64 << 20), ..filled }
        } else {
            // What is solved, and the file's bits.
            Needs::new(solved + states / 8, [states.div_ceil(8)])
        }
    }
}
