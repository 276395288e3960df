//! Sections of tables, as probes read them, and the checks of headers that all readers share.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Range, RangeInclusive};

use perfectplay_core::{Facts, Outcome};
use perfectplay_format::{Header, Source, TableFile};

use crate::bytes::Bytes;
use crate::error::{OpenError, Problem};
use crate::face::Size;
use crate::table_id::TableBoard;
use crate::table_place::TablePlace;
use crate::withdrawn::{WITHDRAWN, check_withdrawn};

/// A section from which a probe reads a few entries, each at its place.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    start: u64,
    length: u64,
}

impl Section {
    /// A section, which must have this many bytes for this many states; the header must give the same number of
    /// states.
    pub fn of(
        file: &TableFile<Bytes>,
        name: &'static str,
        length: Option<u64>,
        states: u64,
    ) -> Result<Self, Problem> {
        let Range { start, end } = file.section(name)?;
        let section = Self { start, length: end - start };
        let is_right = length == Some(section.length) && file.header().states == states;
        if is_right { Ok(section) } else { Err(wrong_sections()) }
    }

    /// The section of the entries, which must have `width` bytes for each of this many states.
    pub fn entries(file: &TableFile<Bytes>, width: u64, states: u64) -> Result<Self, Problem> {
        Self::of(file, "entries", states.checked_mul(width), states)
    }

    /// The entry of `N` bytes with an index; `None` if there is none.
    #[inline(always)]
    pub fn get<const N: usize>(self, file: &TableFile<Bytes>, index: u64) -> Option<[u8; N]> {
        match self.slice(file) {
            Some(bytes) => bytes.as_chunks().0.get(usize::try_from(index).ok()?).copied(),
            None => self.read(file, index),
        }
    }

    /// All bytes, if they are in memory.
    #[inline(always)]
    pub fn slice(self, file: &TableFile<Bytes>) -> Option<&[u8]> {
        file.source().slice(self.start as usize..(self.start + self.length) as usize)
    }

    /// The entry with an index where the section is not in memory.
    #[cold]
    #[inline(never)]
    fn read<const N: usize>(self, file: &TableFile<Bytes>, index: u64) -> Option<[u8; N]> {
        if index >= self.length / N as u64 {
            return None;
        }
        file.source().array(self.start + index * N as u64)
    }

    /// Whether it has nothing but entries of this many bytes.
    pub const fn is_of(self, width: u64) -> bool {
        self.length.is_multiple_of(width)
    }

    /// All bytes.
    pub fn bytes(self, file: &TableFile<Bytes>) -> Option<Cow<'_, [u8]>> {
        file.source().read(self.start..self.start + self.length).ok()
    }
}

/// A section that a probe reads in many places, so that it has to be in memory.
#[derive(Debug)]
pub struct Whole {
    place: Range<usize>,
    /// The bytes, if the file is not in memory itself.
    loaded: Box<[u8]>,
}

impl Whole {
    /// A section, which is read if it is not in memory.
    pub fn of(file: &TableFile<Bytes>, name: &'static str) -> Result<Self, Problem> {
        let range = file.section(name)?;
        let place = range.start as usize..range.end as usize;
        let loaded = match file.source().slice(place.clone()) {
            Some(_) => Box::default(),
            None => file.source().read(range)?.into(),
        };
        Ok(Self { place, loaded })
    }

    /// How many bytes it has.
    pub fn length(&self) -> usize {
        self.place.len()
    }

    /// The bytes.
    #[inline(always)]
    pub fn bytes<'a>(&'a self, file: &'a TableFile<Bytes>) -> &'a [u8] {
        file.source().slice(self.place.clone()).unwrap_or(&self.loaded)
    }
}

/// Checks that a table has the name that its place has.
pub(crate) fn check_place(
    file: TableFile<Bytes>,
    place: &TablePlace,
) -> Result<TableFile<Bytes>, OpenError> {
    let name = match place {
        TablePlace::File(path) => path.file_stem(),
        place => place.name().map(AsRef::as_ref),
    };
    if name == Some(file.header().name.as_ref()) {
        let checked = check_withdrawn(WITHDRAWN, file.header());
        return checked.map(|()| file).map_err(|problem| problem.at(place.clone()));
    }
    Err(Problem::OtherName(file.header().name.clone()).at(place.clone()))
}

/// Checks that a table belongs to a game, and follows the rules that this program knows.
pub fn check_game(header: &Header, facts: &Facts) -> Result<(), Problem> {
    if header.game != facts.game {
        return Err(Problem::OtherGame { found: header.game.clone(), expected: facts.game });
    }
    if header.rules != facts.rules_tag {
        let (found, expected) = (header.rules.clone(), facts.rules_tag);
        return Err(Problem::OtherRules { found, expected });
    }
    Ok(())
}

/// Checks that a header has exactly these parameters and sections, in this order, and this board. Otherwise tables
/// with different bytes could share a name.
pub fn check_parts(
    header: &Header,
    parameters: &[&str],
    sections: &[&str],
    board: &str,
) -> Result<(), Problem> {
    let found = header.parameters.iter().map(|parameter| parameter.name.as_str());
    if !found.eq(parameters.iter().copied()) {
        return Err(Problem::inconsistent(format!("its parameters are not just {parameters:?}")));
    }
    let found = header.sections.iter().map(|section| section.name.as_str());
    if !found.eq(sections.iter().copied()) {
        return Err(Problem::inconsistent(format!("its sections are not just {sections:?}")));
    }
    if header.board != board {
        return Err(Problem::inconsistent("its board is not written as it should be"));
    }
    Ok(())
}

/// Checks that a family's table has the name that follows from its parameters, which its game has been checked to
/// have.
pub fn check_name(header: &Header, size: impl Into<Size>) -> Result<(), Problem> {
    let expected = format!("{}-{}", header.game, size.into());
    if header.name == expected {
        return Ok(());
    }
    Err(Problem::inconsistent(format!("its parameters are those of {expected}")))
}

/// Checks that a board's table has the name that follows from its board, and returns the board.
pub fn check_board<B: TableBoard>(
    header: &Header,
    board: Result<B, impl fmt::Display>,
) -> Result<B, Problem> {
    let not_valid = |error| Problem::inconsistent(format!("its board is not valid: {error}"));
    let board = board.map_err(not_valid)?;
    if header.name == board.table() {
        return Ok(board);
    }
    Err(Problem::inconsistent("its name is not that of its board"))
}

/// A parameter of the header, which must be within a range.
pub fn parameter(
    header: &Header,
    name: &'static str,
    range: RangeInclusive<u64>,
) -> Result<u64, Problem> {
    header.parameter(name).filter(|value| range.contains(value)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        Problem::inconsistent(format!("its {name} is not from {least} to {most}"))
    })
}

/// The error that no reader of the game knows a table's encoding.
pub fn unknown_encoding(header: &Header) -> Problem {
    Problem::inconsistent(format!("its encoding is `{}`", header.encoding))
}

/// The error that a section has the wrong length.
pub fn wrong_sections() -> Problem {
    Problem::inconsistent("its sections have the wrong length")
}

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
