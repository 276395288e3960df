//! `tokens-MxN`: every start of every board up to M × N.

use perfectplay_core::Facts;
use perfectplay_query::{Families, Needs, Size};

use crate::tokens::{FACTS, FamilyIndex};

pub(crate) struct Rectangles;

impl Families for Rectangles {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn defaults(&self) -> &'static [Size] {
        &[Size::Sides(4, 4)]
    }

    fn names(&self) -> String {
        let cells = FamilyIndex::MAX_CELLS;
        format!("tokens-MxN with M up to N and up to {cells} cells")
    }

    fn has(&self, size: Size) -> bool {
        let (rows, columns) = size.sides();
        FamilyIndex::has_size(rows.into(), columns.into())
    }

    fn states(&self, size: Size) -> u64 {
        let (rows, columns) = size.sides();
        FamilyIndex::new(rows.into(), columns.into()).map_or(0, |family| family.len())
    }

    fn needs(&self, size: Size) -> Needs {
        // The bits twice, and matchings.
        let states = self.states(size);
        Needs::new(states / 4, [states.div_ceil(8)])
    }
}
