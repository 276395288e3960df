//! `stake-N`: every position on boards up to N × N.

use perfectplay_core::Facts;
use perfectplay_query::{Families, Needs, Size};

use crate::stake::{FACTS, FamilyIndex};

pub(crate) struct Squares;

impl Families for Squares {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn defaults(&self) -> &'static [Size] {
        &[Size::One(4)]
    }

    fn names(&self) -> String {
        format!("stake-1 to stake-{}", FamilyIndex::MAX_SIZE)
    }

    fn has(&self, size: Size) -> bool {
        (1..=FamilyIndex::MAX_SIZE).contains(&size.one().into())
    }

    fn states(&self, size: Size) -> u64 {
        FamilyIndex::new(size.one().into()).map_or(0, |index| index.len())
    }

    fn is_filled(&self, _: Size) -> bool {
        true
    }

    fn needs(&self, size: Size) -> Needs {
        let (states, index) = (self.states(size), FamilyIndex::new(size.one().into()));
        let patterns = index.map_or(0, |index| index.patterns_len() as u64);
        Needs::filled(patterns + states, [patterns, states])
    }
}
