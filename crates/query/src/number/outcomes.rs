//! The reader of `number` tables with outcomes only.

use std::borrow::Borrow;
use std::ops::Range;

use perfectplay_core::number::{Answer, Count, Outcomes, Position};
use perfectplay_core::{Game, Outcome};
use perfectplay_format::{Header, TableFile};
use zerocopy::FromBytes;
use zerocopy::little_endian::U64;

use crate::batches::one_by_one;
use crate::entries::{
    check_game, check_name, check_parts, parameter, unknown_encoding, wrong_sections,
};
use crate::{Family, ProbeError, Problem};

/// The sections in their order.
pub const NUMBER_OUTCOMES_SECTIONS: [&str; 5] =
    ["counts", "classes", "functions", "shards", "bits"];

/// A table of the outcomes of all positions with numbers up to a bound.
///
/// It does not implement [`Entries`](crate::Entries): it has an outcome for every position, but no
/// list of the positions.
#[derive(Debug)]
pub struct NumberOutcomesTable<B> {
    file: TableFile<B>,
    bound: u8,
    counts: Range<usize>,
    outcomes: [Range<usize>; 4],
}

impl<B> NumberOutcomesTable<B> {
    /// The encoding of these tables.
    pub const ENCODING: &'static str = "filters+function";
}

impl<B: AsRef<[u8]>> NumberOutcomesTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        check_game(file.header(), Game::Number)?;
        if file.header().encoding != Self::ENCODING {
            return Err(unknown_encoding(file.header()));
        }
        let most = Position::MAX_NUMBER.into();
        let bound = parameter(file.header(), "bound", 2..=most)? as u8;
        check_name(file.header(), Family::Number { bound })?;
        let [counts, classes, functions, shards, bits] = NUMBER_OUTCOMES_SECTIONS;
        let counts = file.section(counts)?;
        let outcomes = [
            file.section(classes)?,
            file.section(functions)?,
            file.section(shards)?,
            file.section(bits)?,
        ];
        check_parts(file.header(), &["bound"], &NUMBER_OUTCOMES_SECTIONS, "")?;
        let table = Self { file, bound, counts, outcomes };
        let rows: usize = (2..=usize::from(bound)).map(|largest| largest.div_ceil(2)).sum();
        let sections = table.sections();
        let are_whole = sections.is_some_and(|all| Outcomes::over(bound, all).is_some());
        if table.counts.len() != rows * 16 || !are_whole {
            return Err(wrong_sections());
        }
        Ok(table)
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.file.header().name
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// The bound: the table has the positions without larger numbers.
    pub fn bound(&self) -> u8 {
        self.bound
    }

    /// Whether the table has a position.
    pub fn covers(&self, position: &Position) -> bool {
        position.largest() <= self.bound
    }

    /// How many positions there are and how many of them are losing, by their largest number F = 2,
    /// 3, … and, for each F, by how many numbers are available: ⌊F/2⌋ to F − 1.
    pub fn counts(&self) -> impl Iterator<Item = Count> + '_ {
        let counts = self.file.bytes().get(self.counts.clone()).unwrap_or_default();
        let counts = <[[U64; 2]]>::ref_from_bytes(counts).unwrap_or_default();
        counts
            .iter()
            .map(|[positions, losing]| Count { positions: positions.get(), losing: losing.get() })
    }

    /// The sections that hold the outcomes: classes, functions, shards and bits. `None` only if the
    /// bytes have shrunk.
    pub fn sections(&self) -> Option<[&[u8]; 4]> {
        let bytes = self.file.bytes();
        let [classes, functions, shards, bits] = &self.outcomes;
        Some([
            bytes.get(classes.clone())?,
            bytes.get(functions.clone())?,
            bytes.get(shards.clone())?,
            bytes.get(bits.clone())?,
        ])
    }

    #[inline]
    fn outcomes(&self) -> Option<Outcomes<'_>> {
        Some(Outcomes::over_accepted(self.bound, self.sections()?))
    }

    /// A position's outcome.
    ///
    /// # Errors
    /// If the position has a number above the bound, or the table is damaged.
    #[inline(always)]
    pub fn value(&self, position: &Position) -> Result<Outcome, ProbeError> {
        let outcome = self.outcomes().and_then(|outcomes| outcomes.outcome(*position));
        outcome.ok_or_else(|| self.failure(position))
    }

    /// The outcomes of many positions, in their order; `None` where [`value`](Self::value) is an error.
    ///
    /// # Panics
    /// If there are not as many places as positions.
    pub fn values<P: Borrow<Position>>(&self, positions: &[P], values: &mut [Option<Outcome>]) {
        let outcomes = self.outcomes();
        one_by_one(positions, values, |&position| outcomes?.outcome(position));
    }

    /// A position's outcome with every move's, winning ones first.
    ///
    /// # Errors
    /// As [`value`](Self::value), and if the position's outcome does not follow from its moves'.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let outcomes = self.outcomes()?;
            let answer = Answer::new(*position, |step| {
                let child = position.after(step)?;
                Some((child, outcomes.outcome(child)?.into()))
            })?;
            // A position without a move is losing, and so is one whose moves all lose.
            (outcomes.outcome(*position) == Some(answer.value.outcome)).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(position))
    }

    #[cold]
    fn failure(&self, position: &Position) -> ProbeError {
        let table = self.name().to_owned();
        if self.covers(position) {
            ProbeError::Damaged { table }
        } else {
            let reach = format!("it has positions with numbers up to {}", self.bound);
            ProbeError::Beyond { table, reach }
        }
    }
}
