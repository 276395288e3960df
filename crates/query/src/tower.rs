//! The reader of `tower` tables.

use std::borrow::Borrow;
use std::ops::Range;

use perfectplay_core::Game;
use perfectplay_core::tower::{Answer, Index, Position, Tower};
use perfectplay_format::{Header, TableFile};
use zerocopy::FromBytes;
use zerocopy::little_endian::F64;

use crate::entries::{
    Sealed, check_game, check_name, check_parts, entries_section, parameter, wrong_sections,
};
use crate::{Entries, Family, ProbeError, Problem};

/// A table of every state that moves make of full towers of up to so many levels: the expected
/// minutes of each, which are the double that the recurrence gives, to the last bit.
#[derive(Debug)]
pub struct TowerTable<B> {
    file: TableFile<B>,
    index: Index,
    entries: Range<usize>,
}

impl<B: AsRef<[u8]>> TowerTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        check_game(file.header(), Game::Tower)?;
        let levels = parameter(file.header(), "levels", 1..=Index::MAX_LEVELS as u64)?;
        check_name(file.header(), Family::Tower { levels: levels as u8 })?;
        let index = Index::new(levels as usize)
            .map_err(|error| Problem::Inconsistent { reason: error.to_string() })?;
        if file.header().encoding != "f64" {
            let reason = format!("its encoding is `{}`", file.header().encoding);
            return Err(Problem::Inconsistent { reason });
        }
        let entries = entries_section(&file, 8)?;
        if file.header().states != index.len() {
            return Err(wrong_sections());
        }
        check_parts(file.header(), &["levels"], &["entries"], "")?;
        Ok(Self { file, index, entries })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.file.header().name
    }

    /// The levels of the largest full towers.
    pub fn levels(&self) -> usize {
        self.index.levels()
    }

    /// How many states there are if all blocks are told apart by place and colour, but for mirror
    /// images.
    pub fn raw_states(&self) -> u64 {
        self.index.raw_len()
    }

    /// A tower's expected minutes until the end under best play.
    ///
    /// # Errors
    /// If the table does not have the tower, or is damaged.
    #[inline(always)]
    pub fn value(&self, tower: &Position) -> Result<f64, ProbeError> {
        self.entry(tower)
    }

    /// The values of many towers, in their order; `None` where [`value`](Self::value) is an error. Where
    /// the table is larger than the caches this takes less time than one after the other.
    ///
    /// # Panics
    /// If there are not as many places as towers.
    pub fn values<P: Borrow<Position>>(&self, towers: &[P], values: &mut [Option<f64>]) {
        self.entries(towers, values);
    }

    /// A tower's value with every move's, by roll, best first.
    ///
    /// # Errors
    /// If the table does not have the tower, or is damaged. Damage is also noticed here if the tower's
    /// value does not follow from those of its moves.
    pub fn answer(&self, tower: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let stored = self.entry_at(self.index(tower)?)?;
            let answer = Answer::with_values(tower, |towers, values| self.entries(towers, values))?;
            (answer.value.to_bits() == stored.to_bits()).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(tower))
    }
}

impl<B> Sealed for TowerTable<B> {}

impl<B: AsRef<[u8]>> Entries for TowerTable<B> {
    type Rules = Tower;

    fn rules(&self) -> &Tower {
        &Tower
    }

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        format!("it has what towers of {} full levels can become", self.levels())
    }

    fn covers(&self, tower: &Position) -> bool {
        self.index.index_of(tower).is_some()
    }

    #[inline(always)]
    fn index(&self, tower: &Position) -> Option<u64> {
        self.index.index_of(tower)
    }

    fn position(&self, index: u64) -> Option<Position> {
        Some(Position::from(&self.index.state(index)?))
    }

    #[inline(always)]
    fn entry_at(&self, index: u64) -> Option<f64> {
        let entries = self.file.bytes().get(self.entries.clone())?;
        let entries = <[F64]>::ref_from_bytes(entries).ok()?;
        // No game lasts less than 0 minutes, and all games end.
        let expected = entries.get(index as usize)?.get();
        (expected.is_finite() && expected.is_sign_positive()).then_some(expected)
    }
}
