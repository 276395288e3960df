//! `tower-N`: every state that moves make of full towers of up to N levels.

use perfectplay_core::Facts;
use perfectplay_query::{Families, Needs, Size};

use crate::tower::{FACTS, Index};

pub(crate) struct Towers;

impl Families for Towers {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn defaults(&self) -> &'static [Size] {
        &[Size::One(6)]
    }

    fn names(&self) -> String {
        format!("tower-1 to tower-{}", Index::MAX_LEVELS)
    }

    fn has(&self, size: Size) -> bool {
        (1..=Index::MAX_LEVELS).contains(&size.one().into())
    }

    fn states(&self, size: Size) -> u64 {
        Index::new(size.one().into()).map_or(0, |index| index.len())
    }

    fn is_filled(&self, _: Size) -> bool {
        true
    }

    fn needs(&self, size: Size) -> Needs {
        // The entries are only in the file. What remains is their checksums and a buffer for each thread.
        let states = self.states(size);
        Needs::filled(states * 8, [states * 8])
    }
}
