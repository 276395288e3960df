//! The section `losing` of several games: a bit for each state, set if the player to move loses.

use perfectplay_core::Outcome;
use perfectplay_format::{Source, TableFile};

use crate::Problem;
use crate::sections::Section;

/// The section of a table with so many states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Losing {
    section: Section,
    states: u64,
}

impl Losing {
    /// The section, which must have a bit for each of so many states; the header must have their number.
    pub(crate) fn of<S: Source>(file: &TableFile<S>, states: u64) -> Result<Self, Problem> {
        let section = Section::of(file, "losing", Some(states.div_ceil(8)), states)?;
        Ok(Self { section, states })
    }

    /// The outcome of a state; `None` if there is no such state.
    #[inline(always)]
    pub(crate) fn outcome<S: Source>(self, file: &TableFile<S>, index: u64) -> Option<Outcome> {
        if index >= self.states {
            return None;
        }
        let [byte] = self.section.get(file, index / 8)?;
        Some(if byte >> (index % 8) & 1 == 1 { Outcome::Loss } else { Outcome::Win })
    }

    /// How many bits are set, including those behind the last state; 0 if they cannot be read.
    pub(crate) fn count<S: Source>(self, file: &TableFile<S>) -> u64 {
        let bytes = self.section.bytes(file).unwrap_or_default();
        bytes.iter().map(|byte| u64::from(byte.count_ones())).sum()
    }
}
