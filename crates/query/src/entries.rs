//! What tables with an entry for each state have in common, and the checks of all readers.

use std::borrow::Borrow;
use std::ops::Range;

use perfectplay_core::{Game, Rules};
use perfectplay_format::{Header, TableFile};

use crate::batches::gathered;
use crate::{Family, ProbeError, Problem};

/// A table with an entry for each state, read in place. The laws that its entries obey are those of
/// [`Rules`].
///
/// It is sealed, as methods may be added.
pub trait Entries: Sealed {
    /// The rules.
    type Rules: Rules;

    /// The rules, on the table's board where it has one.
    fn rules(&self) -> &Self::Rules;

    /// The table's header.
    fn header(&self) -> &Header;

    /// What the table has, for the error about a position that it does not have.
    fn reach(&self) -> String;

    /// Whether the table has the position, by arithmetic alone.
    fn covers(&self, position: &<Self::Rules as Rules>::Position) -> bool;

    /// The index of a position's state, less than the number of states. `None` if the table does
    /// not have the position, or is damaged.
    fn index(&self, position: &<Self::Rules as Rules>::Position) -> Option<u64>;

    /// A position of the state with an index. `None` if there is no such state, or the table is
    /// damaged.
    fn position(&self, index: u64) -> Option<<Self::Rules as Rules>::Position>;

    /// The entry of the state with an index. `None` if there is no such state.
    fn entry_at(&self, index: u64) -> Option<<Self::Rules as Rules>::Entry>;

    /// A position's entry.
    ///
    /// # Errors
    /// If the table does not have the position, or is damaged.
    #[inline(always)]
    fn entry(
        &self,
        position: &<Self::Rules as Rules>::Position,
    ) -> Result<<Self::Rules as Rules>::Entry, ProbeError> {
        self.index(position)
            .and_then(|index| self.entry_at(index))
            .ok_or_else(|| self.failure(position))
    }

    /// The entries of many positions, in their order; `None` where [`entry`](Self::entry) is an error,
    /// which [`failure`](Self::failure) says. Where the table is larger than the caches this takes less time
    /// than one after the other, as the reads of several entries overlap.
    ///
    /// # Panics
    /// If there are not as many places as positions.
    #[inline]
    fn entries<P: Borrow<<Self::Rules as Rules>::Position>>(
        &self,
        positions: &[P],
        entries: &mut [Option<<Self::Rules as Rules>::Entry>],
    ) where
        Self: Sized,
    {
        gathered(positions, entries, |position| self.index(position), |index| self.entry_at(index));
    }

    /// Why the table has no entry for a position.
    #[cold]
    fn failure(&self, position: &<Self::Rules as Rules>::Position) -> ProbeError {
        let table = self.header().name.clone();
        if self.covers(position) {
            ProbeError::Damaged { table }
        } else {
            ProbeError::Beyond { table, reach: self.reach() }
        }
    }
}

/// Prevents other crates from implementing [`Entries`].
pub trait Sealed {}

/// Checks that a table is of a game, and of the rules that this program knows.
pub(crate) fn check_game(header: &Header, game: Game) -> Result<(), Problem> {
    if header.game != game.name() {
        return Err(Problem::OtherGame { found: header.game.clone(), expected: game.name() });
    }
    if header.rules != game.rules_tag() {
        let (found, expected) = (header.rules.clone(), game.rules_tag());
        return Err(Problem::OtherRules { found, expected });
    }
    Ok(())
}

/// Checks that a header has exactly these parameters and sections, in this order, and this board.
/// Otherwise tables with different bytes could have the same name.
pub(crate) fn check_parts(
    header: &Header,
    parameters: &[&str],
    sections: &[&str],
    board: &str,
) -> Result<(), Problem> {
    let inconsistent = |reason: String| Err(Problem::Inconsistent { reason });
    let found = header.parameters.iter().map(|parameter| parameter.name.as_str());
    if !found.eq(parameters.iter().copied()) {
        return inconsistent(format!("its parameters are not just {parameters:?}"));
    }
    let found = header.sections.iter().map(|section| section.name.as_str());
    if !found.eq(sections.iter().copied()) {
        return inconsistent(format!("its sections are not just {sections:?}"));
    }
    if header.board != board {
        return inconsistent("its board is not written as it should be".to_owned());
    }
    Ok(())
}

/// The section of the entries, which must have `width` bytes for each state.
pub(crate) fn entries_section<B: AsRef<[u8]>>(
    file: &TableFile<B>,
    width: u64,
) -> Result<Range<usize>, Problem> {
    let entries = file.section("entries")?;
    if file.header().states.checked_mul(width) != Some(entries.len() as u64) {
        return Err(wrong_sections());
    }
    Ok(entries)
}

/// The problem that no reader of the game knows a table's encoding.
pub(crate) fn unknown_encoding(header: &Header) -> Problem {
    Problem::Inconsistent { reason: format!("its encoding is `{}`", header.encoding) }
}

pub(crate) fn wrong_sections() -> Problem {
    Problem::Inconsistent { reason: "its sections have the wrong length".to_owned() }
}

/// Checks that a family's table has the name that follows from its parameters.
pub(crate) fn check_name(header: &Header, expected: Family) -> Result<(), Problem> {
    if header.name != expected.to_string() {
        let reason = format!("its parameters are those of {expected}");
        return Err(Problem::Inconsistent { reason });
    }
    Ok(())
}

/// A parameter of the header, which must be within a range.
pub(crate) fn parameter(
    header: &Header,
    name: &'static str,
    range: std::ops::RangeInclusive<u64>,
) -> Result<u64, Problem> {
    header.parameter(name).filter(|value| range.contains(value)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        Problem::Inconsistent { reason: format!("its {name} is not from {least} to {most}") }
    })
}
