//! The tables of Colored Jenga.

use std::convert::Infallible;

use crate::preludes::table::*;
use crate::tower::{Answer, FACTS, Index, Position, Tower};

/// A table of every state that can arise from full towers of up to this many levels: the expected minutes of each,
/// which are the double that the recurrence gives, to the last bit.
#[derive(Debug)]
pub struct TowerTable {
    file: TableFile<Bytes>,
    index: Index,
    entries: Section,
}

impl TowerTable {
    /// Reads an opened table as one of this game.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, &FACTS)?;
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

impl Probe for TowerTable {
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
        Some(Position::from(&self.index.state(index)?))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index_of(&self, tower: &Position) -> Option<u64> {
        self.index.index_of(tower)
    }

    fn entry_array(&self) -> Option<EntryArray<'_>> {
        Some(EntryArray { kind: EntryKind::F64, bytes: self.entries.slice(&self.file)? })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self, tower: &Position) -> Result<f64, ProbeError> {
        self.entry(tower)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values_of(&self, towers: Positions<'_, Position>, values: &mut [Option<f64>]) {
        self.entries_of(towers, values);
    }

    fn answer(&self, tower: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let stored = self.entry(tower).ok()?;
            let answer = Answer::with_values(tower, |towers, values| self.entries(towers, values))?;
            (answer.value.to_bits() == stored.to_bits()).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(tower))
    }
}

impl TableReader for TowerTable {
    const FACTS: &'static Facts = &FACTS;
    const READ: ReadTable<Self> = Self::new;
    const FAMILIES: Option<&'static Families> = Some(&TOWERS);
    type Board = Infallible;
}

impl Entries for TowerTable {
    type Rules = Tower;

    fn rules(&self) -> &Tower {
        &Tower
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry_at(&self, index: u64) -> Option<f64> {
        let expected = f64::from_le_bytes(self.entries.get(&self.file, index)?);
        // No game lasts less than 0 minutes, and all games end.
        (expected.is_finite() && expected.is_sign_positive()).then_some(expected)
    }
}

/// `tower-N`: every state that moves make of full towers of up to N levels.
const TOWERS: Families = Families {
    facts: &FACTS,
    defaults: &[Size::One(6)],
    names: || format!("tower-1 to tower-{}", Index::MAX_LEVELS),
    has: |size| (1..=Index::MAX_LEVELS).contains(&size.one().into()),
    states,
    is_filled: |_| true,
    // The entries are only in the file. What remains is their checksums and a buffer for each thread.
    needs: |size| Needs::filled(states(size) * 8, [states(size) * 8]),
};

fn states(size: Size) -> u64 {
    Index::new(size.one().into()).map_or(0, |index| index.len())
}
