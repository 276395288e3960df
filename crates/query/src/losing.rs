//! The section `losing` of several games: a bit for each state, set if the player to move loses.

use std::ops::Range;

use perfectplay_core::Outcome;
use perfectplay_format::TableFile;

use crate::Problem;
use crate::entries::wrong_sections;

/// The section, which must have a bit for each of so many states; the header must have their number.
pub(crate) fn section<B: AsRef<[u8]>>(
    file: &TableFile<B>,
    states: u64,
) -> Result<Range<usize>, Problem> {
    let losing = file.section("losing")?;
    if file.header().states != states || losing.len() as u64 != states.div_ceil(8) {
        return Err(wrong_sections());
    }
    Ok(losing)
}

/// The outcome of a state; `None` if there is no such state.
#[inline]
pub(crate) fn outcome(losing: &[u8], states: u64, index: u64) -> Option<Outcome> {
    let byte = losing.get((index / 8) as usize).filter(|_| index < states)?;
    Some(if byte >> (index % 8) & 1 == 1 { Outcome::Loss } else { Outcome::Win })
}

/// How many bits are set, including those behind the last state.
pub(crate) fn count(losing: &[u8]) -> u64 {
    losing.iter().map(|byte| u64::from(byte.count_ones())).sum()
}
