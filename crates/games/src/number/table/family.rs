//! `number-N`: every position with numbers up to N; up to [`Entry::MAX_BOUND`] with plies and winning moves, above
//! that with outcomes only.

use perfectplay_core::Facts;
use perfectplay_query::{Families, Needs, Size};

use crate::number::{Entry, FACTS, Position};

pub(crate) struct Bounds;

impl Families for Bounds {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn defaults(&self) -> &'static [Size] {
        &[Size::One(20), Size::One(40)]
    }

    fn names(&self) -> String {
        format!("number-2 to number-{}", Position::MAX_NUMBER)
    }

    fn has(&self, size: Size) -> bool {
        (2..=Position::MAX_NUMBER).contains(&size.one())
    }

    fn states(&self, size: Size) -> u64 {
        Position::count_up_to(size.one())
    }

    fn needs(&self, size: Size) -> Needs {
        let (bound, states) = (size.one(), self.states(size));
        if bound <= Entry::MAX_BOUND {
            // Position, order, entry, its bytes and the trie.
            return Needs::of_states(states * (8 + 4 + 4 + 4 + 2), [states * 2, states * 4]);
        }
        // Of the last layer the losing positions and those that pass the filters, together a fifth of it, in two
        // bytes each; all outcomes, twice, of half a bit a state; keys of some shards of a function; and what
        // allocators keep of freed memory, which is more where these keys take less than 32 MiB. The ends of five
        // sections and of small functions take some pages.
        let last = Position::count_with_largest(bound);
        let memory = last * 9 / 20 + states / 8 + (12 << 20);
        Needs::new(memory + (last / 3).min(48 << 20), [states / 15 + (40 << 10)])
    }
}
