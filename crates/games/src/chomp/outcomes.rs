//! The outcomes of all positions of a family, in memory.

use super::{Answer, BitLayout, Index, Position, answer};
use perfectplay_core::{Outcome, Value};

/// The outcomes of all positions of a family.
#[derive(Clone, Debug)]
pub struct Outcomes {
    layout: BitLayout,
    bytes: Vec<u8>,
}

impl Outcomes {
    /// From the bytes of the whole layout.
    ///
    /// # Panics
    /// If these are not [as many](BitLayout::len).
    pub fn new(layout: BitLayout, bytes: Vec<u8>) -> Self {
        assert_eq!(bytes.len() as u64, layout.len(), "all positions");
        Self { layout, bytes }
    }

    /// The index of the family.
    pub const fn index(&self) -> &Index {
        self.layout.index()
    }

    /// The bits of all positions, as the [`BitLayout`] has them.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The outcome of a position; `None` if it does not fit into the bar.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let bit = self.layout.bit_of(position)?;
        let losing = self.bytes[(bit / 8) as usize] >> (bit % 8) & 1 == 1;
        Some(if losing { Outcome::Loss } else { Outcome::Win })
    }

    /// The answer for a position, without plies; `None` if it does not fit into the bar.
    pub fn answer(&self, position: &Position) -> Option<Answer> {
        self.outcome(position)?;
        answer(*position, |child| self.outcome(child).map(Value::from))
    }

    /// Calls `visit` with the words of a table: a bit for every index, set where the position is
    /// losing. Index i is bit i mod 64 of word i / 64; the bits after the last index are 0.
    pub fn for_each_word(&self, mut visit: impl FnMut(u64)) {
        let (mut word, mut count) = (0u128, 0);
        self.layout.for_each_part(&self.bytes, |bits, len| {
            word |= u128::from(bits) << count;
            count += len;
            if count >= 64 {
                visit(word as u64);
                word >>= 64;
                count -= 64;
            }
        });
        if count > 0 {
            visit(word as u64);
        }
    }
}
