//! The reader of `tower` tables.

use std::borrow::Borrow;

use perfectplay_core::Game;
use perfectplay_core::tower::{Answer, Index, Position, Tower};
use perfectplay_format::{Header, Source, TableFile};

use crate::error::{ProbeError, Problem};
use crate::probe::{Entries, Probe};
use crate::sealed::Sealed;
use crate::sections::{Section, check_game, check_name, check_parts, parameter, unknown_encoding};

/// A table of every state that can arise from full towers of up to so many levels: the expected minutes of each,
/// which are the double that the recurrence gives, to the last bit.
#[derive(Debug)]
pub struct TowerTable<S> {
    file: TableFile<S>,
    index: Index,
    entries: Section,
}

impl<S: Source> TowerTable<S> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<S>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, Game::Tower)?;
        let levels = parameter(header, "levels", 1..=Index::MAX_LEVELS as u64)?;
        check_name(header, levels as u8)?;
        let index = Index::new(levels as usize).map_err(Problem::inconsistent)?;
        if header.encoding != "f64" {
            return Err(unknown_encoding(header));
        }
        let entries = Section::entries(&file, 8, index.len())?;
        check_parts(header, &["levels"], &["entries"], "")?;
        Ok(Self { file, index, entries })
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
}

impl<S> Sealed for TowerTable<S> {}

impl<S: Source> Probe for TowerTable<S> {
    type Position = Position;
    type Value = f64;
    type Answer = Answer;

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        format!("it has what towers of {} full levels can become", self.levels())
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        self.position(index)
    }

    fn covers(&self, tower: &Position) -> bool {
        self.index.index_of(tower).is_some()
    }

    #[inline(always)]
    fn value(&self, tower: &Position) -> Result<f64, ProbeError> {
        self.entry(tower)
    }

    fn values<P: Borrow<Position>>(&self, towers: &[P], values: &mut [Option<f64>]) {
        self.entries(towers, values);
    }

    fn answer(&self, tower: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let stored = self.entry_at(self.index(tower)?)?;
            let answer = Answer::with_values(tower, |towers, values| self.entries(towers, values))?;
            (answer.value.to_bits() == stored.to_bits()).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(tower))
    }
}

impl<S: Source> Entries for TowerTable<S> {
    type Rules = Tower;

    fn rules(&self) -> &Tower {
        &Tower
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
        let expected = f64::from_le_bytes(self.entries.get(&self.file, index)?);
        // No game lasts less than 0 minutes, and all games end.
        (expected.is_finite() && expected.is_sign_positive()).then_some(expected)
    }
}
