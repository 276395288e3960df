//! The reader of `number` tables with outcomes only.

use std::sync::OnceLock;

use perfectplay_core::coded::LINE;
use perfectplay_format::Source;
use perfectplay_query::FetchedBytes;
use zerocopy::FromBytes;
use zerocopy::little_endian::U64;

use super::reach;
use crate::number::{Answer, Count, FACTS, Outcomes, Position, answer};
use crate::preludes::table::*;

/// The sections in their order.
pub const NUMBER_OUTCOMES_SECTIONS: [&str; 4] = ["counts", "classes", "spans", "lines"];

/// A table of the outcomes of all positions with numbers up to a bound.
///
/// It does not implement [`Entries`](perfectplay_query::Entries): it has an outcome for every position, but no
/// list of the positions.
#[derive(Debug)]
pub struct NumberOutcomesTable {
    file: TableFile<Bytes>,
    bound: u8,
    counts: Whole,
    outcomes: [Whole; 2],
    lines: Lines,
}

/// The section of lines, of which a probe reads few.
#[derive(Debug)]
struct Lines {
    section: Section,
    /// All bytes, if the file is not in memory itself: from the beginning if they are as few as those of a file that is
    /// fetched whole. Boxed, so that nothing of a table can change behind a shared reference: else a loop of probes would
    /// read all of it again for each.
    loaded: Box<OnceLock<Box<[u8]>>>,
}

impl Lines {
    fn of(file: &TableFile<Bytes>) -> Result<Self, Problem> {
        let range = file.section("lines")?;
        let length = range.end - range.start;
        let section = Section::of(file, "lines", Some(length), file.header().states)?;
        let loaded = Box::new(OnceLock::new());
        if section.slice(file).is_none() && length <= FetchedBytes::WHOLE {
            let _ = loaded.set(file.source().read(range)?.into());
        }
        Ok(Self { section, loaded })
    }

    /// The bytes, if they are in memory.
    #[inline(always)]
    fn slice<'a>(&'a self, file: &'a TableFile<Bytes>) -> Option<&'a [u8]> {
        match self.section.slice(file) {
            None => self.loaded.get().map(AsRef::as_ref),
            bytes => bytes,
        }
    }

    /// All bytes; none if they cannot be read.
    fn bytes<'a>(&'a self, file: &'a TableFile<Bytes>) -> &'a [u8] {
        // What could not be read now may be there later, as where it is fetched.
        let load = || {
            let bytes = self.section.bytes(file)?.into();
            Some(&**self.loaded.get_or_init(|| bytes))
        };
        self.slice(file).or_else(load).unwrap_or_default()
    }
}

impl NumberOutcomesTable {
    /// The encoding of these tables.
    pub const ENCODING: &'static str = "filters+lines";

    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, &FACTS)?;
        if header.encoding != Self::ENCODING {
            return Err(unknown_encoding(header));
        }
        let bound = parameter(header, "bound", 2..=Position::MAX_NUMBER.into())? as u8;
        check_name(header, bound)?;
        let [counts, classes, spans] =
            ["counts", "classes", "spans"].map(|name| Whole::of(&file, name));
        // All of them are read before one that could not be ends this, so that elsewhere they are fetched together.
        let lines = Lines::of(&file);
        let (counts, outcomes, lines) = (counts?, [classes?, spans?], lines?);
        check_parts(header, &["bound"], &NUMBER_OUTCOMES_SECTIONS, "")?;
        let table = Self { file, bound, counts, outcomes, lines };
        let rows: usize = (2..=usize::from(bound)).map(|largest| largest.div_ceil(2)).sum();
        let are_whole = table.lines.section.is_of(LINE as u64)
            && Outcomes::over(bound, table.with_lines(&[])).is_some();
        if table.counts.length() != rows * 16 || !are_whole {
            return Err(wrong_sections());
        }
        Ok(table)
    }

    /// The bound: the table has the positions without larger numbers.
    pub fn bound(&self) -> u8 {
        self.bound
    }

    /// How many positions there are and how many of them are losing, by their largest number F = 2,
    /// 3, … and, for each F, by how many numbers are available: ⌊F/2⌋ to F − 1.
    pub fn counts(&self) -> impl Iterator<Item = Count> + '_ {
        let counts = <[[U64; 2]]>::ref_from_bytes(self.counts.bytes(&self.file));
        counts
            .unwrap_or_default()
            .iter()
            .map(|[positions, losing]| Count { positions: positions.get(), losing: losing.get() })
    }

    /// The sections that hold the outcomes: classes, spans and lines. If the table is read on demand, all
    /// lines are in memory from now on.
    pub fn sections(&self) -> [&[u8]; 3] {
        self.with_lines(self.lines.bytes(&self.file))
    }

    /// The outcomes, of [`sections`](Self::sections).
    pub fn outcomes(&self) -> Outcomes<'_> {
        Outcomes::over_accepted(self.bound, self.sections())
    }

    #[inline(always)]
    fn with_lines<'a>(&'a self, lines: &'a [u8]) -> [&'a [u8]; 3] {
        let [classes, spans] = self.outcomes.each_ref().map(|section| section.bytes(&self.file));
        [classes, spans, lines]
    }

    #[inline(always)]
    fn outcome(&self, position: Position) -> Option<Outcome> {
        match self.lines.slice(&self.file) {
            Some(lines) => {
                Outcomes::over_accepted(self.bound, self.with_lines(lines)).outcome(position)
            }
            None => self.outcome_on_demand(position),
        }
    }

    #[cold]
    #[inline(never)]
    fn outcome_on_demand(&self, position: Position) -> Option<Outcome> {
        let outcomes = Outcomes::over_accepted(self.bound, self.with_lines(&[]));
        let read = |number| self.lines.section.get::<LINE>(&self.file, number as u64);
        outcomes.outcome_by(position, read)
    }
}

impl Probe for NumberOutcomesTable {
    type Position = Position;
    type Value = Outcome;
    type Answer = Answer;

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        reach(self.bound)
    }

    fn covers(&self, position: &Position) -> bool {
        position.largest() <= self.bound
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self, position: &Position) -> Result<Outcome, ProbeError> {
        self.outcome(*position).ok_or_else(|| self.failure(position))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values_of(&self, positions: Positions<'_, Position>, values: &mut [Option<Outcome>]) {
        let Some(lines) = self.lines.slice(&self.file) else {
            let outcome = |&position: &Position| self.outcome_on_demand(position);
            return one_by_one!(positions, values, outcome);
        };
        let outcomes = Outcomes::over_accepted(self.bound, self.with_lines(lines));
        one_by_one!(positions, values, |&position: &Position| outcomes.outcome(position));
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let answer = answer(*position, |step| {
                let child = position.after(step)?;
                Some((child, self.outcome(child)?.into()))
            })?;
            // A position without a move is losing, and so is one whose moves all lose.
            (self.outcome(*position) == Some(answer.value.outcome)).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(position))
    }
}
