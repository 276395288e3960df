//! The reader of `number` tables with outcomes only.

use perfectplay_core::number::{Answer, Count, Outcomes, Position};
use perfectplay_core::{Game, Outcome};
use perfectplay_format::{Header, TableFile};
use zerocopy::FromBytes;
use zerocopy::little_endian::U64;

use super::reach;
use crate::batches::{Positions, one_by_one};
use crate::bytes::Bytes;
use crate::error::{ProbeError, Problem};
use crate::probe::Probe;
use crate::sealed::Sealed;
use crate::sections::{
    Whole, check_game, check_name, check_parts, parameter, unknown_encoding, wrong_sections,
};

/// The sections in their order.
pub const NUMBER_OUTCOMES_SECTIONS: [&str; 5] =
    ["counts", "classes", "functions", "shards", "bits"];

/// A table of the outcomes of all positions with numbers up to a bound.
///
/// It does not implement [`Entries`](crate::Entries): it has an outcome for every position, but no
/// list of the positions.
#[derive(Debug)]
pub struct NumberOutcomesTable {
    file: TableFile<Bytes>,
    bound: u8,
    counts: Whole,
    outcomes: [Whole; 4],
}

impl NumberOutcomesTable {
    /// The encoding of these tables.
    pub const ENCODING: &'static str = "filters+function";
}

impl NumberOutcomesTable {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, Game::Number)?;
        if header.encoding != Self::ENCODING {
            return Err(unknown_encoding(header));
        }
        let bound = parameter(header, "bound", 2..=Position::MAX_NUMBER.into())? as u8;
        check_name(header, bound)?;
        let [counts, classes, functions, shards, bits] =
            NUMBER_OUTCOMES_SECTIONS.map(|name| Whole::of(&file, name));
        let (counts, outcomes) = (counts?, [classes?, functions?, shards?, bits?]);
        check_parts(header, &["bound"], &NUMBER_OUTCOMES_SECTIONS, "")?;
        let table = Self { file, bound, counts, outcomes };
        let rows: usize = (2..=usize::from(bound)).map(|largest| largest.div_ceil(2)).sum();
        let are_whole = Outcomes::over(bound, table.sections()).is_some();
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

    /// The sections that hold the outcomes: classes, functions, shards and bits.
    #[inline(always)]
    pub fn sections(&self) -> [&[u8]; 4] {
        let [classes, functions, shards, bits] = &self.outcomes;
        let file = &self.file;
        [classes.bytes(file), functions.bytes(file), shards.bytes(file), bits.bytes(file)]
    }

    #[inline(always)]
    fn outcomes(&self) -> Outcomes<'_> {
        Outcomes::over_accepted(self.bound, self.sections())
    }
}

impl Sealed for NumberOutcomesTable {}

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
        self.outcomes().outcome(*position).ok_or_else(|| self.failure(position))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values_of(&self, positions: Positions<'_, Position>, values: &mut [Option<Outcome>]) {
        let outcomes = self.outcomes();
        one_by_one!(positions, values, |&position: &Position| outcomes.outcome(position));
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let outcomes = self.outcomes();
            let answer = Answer::new(*position, |step| {
                let child = position.after(step)?;
                Some((child, outcomes.outcome(child)?.into()))
            })?;
            // A position without a move is losing, and so is one whose moves all lose.
            (outcomes.outcome(*position) == Some(answer.value.outcome)).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(position))
    }
}
