//! The section `losing` of several games: a bit for each state, set if the player to move loses.

use perfectplay_core::Outcome;
use perfectplay_format::TableFile;

use crate::bytes::Bytes;
use crate::error::Problem;
use crate::sections::Section;

/// The section of a table with this many states.
#[derive(Clone, Copy, Debug)]
pub struct Losing {
    section: Section,
    bits: u64,
}

impl Losing {
    /// The section, which must have a bit for each of this many states; the header must give the same number.
    pub fn of(file: &TableFile<Bytes>, states: u64) -> Result<Self, Problem> {
        let section = Section::of(file, "losing", Some(states.div_ceil(8)), states)?;
        Ok(Self { section, bits: states })
    }

    /// The section `entries`, which must have this many bytes for this many states. Each state has a bit, and some
    /// bits belong to no state.
    pub fn with_gaps(file: &TableFile<Bytes>, bytes: u64, states: u64) -> Result<Self, Problem> {
        let section = Section::of(file, "entries", Some(bytes), states)?;
        Ok(Self { section, bits: bytes.saturating_mul(8) })
    }

    /// The outcome at a bit that belongs to a state; `None` if there is no such bit.
    #[inline(always)]
    pub fn outcome(self, file: &TableFile<Bytes>, bit: u64) -> Option<Outcome> {
        if bit >= self.bits {
            return None;
        }
        let [byte] = self.section.get(file, bit / 8)?;
        Some(if byte >> (bit % 8) & 1 == 1 { Outcome::Loss } else { Outcome::Win })
    }

    /// How many bits are set, including those of no state; 0 if they cannot be read.
    pub fn count(self, file: &TableFile<Bytes>) -> u64 {
        let bytes = self.section.bytes(file).unwrap_or_default();
        bytes.iter().map(|byte| u64::from(byte.count_ones())).sum()
    }
}
