//! The reader of `number` tables with plies.

use super::reach;
use crate::number::{Answer, Entry, FACTS, Index, Number, Position, Trie, answer};
use crate::preludes::table::*;

/// A table of every position with numbers up to a bound, with the outcome, plies and winning moves of each.
#[derive(Debug)]
pub struct NumberPliesTable {
    file: TableFile<Bytes>,
    index: Index,
    trie: Whole,
    entries: Section,
}

impl NumberPliesTable {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, &FACTS)?;
        if header.encoding != "trie+entry32" {
            return Err(unknown_encoding(header));
        }
        let bound = parameter(header, "bound", 2..=Entry::MAX_BOUND.into())? as u8;
        check_name(header, bound)?;
        let index = Index::new(bound);
        let trie = Whole::of(&file, "trie")?;
        let entries = Section::entries(&file, 4, header.states)?;
        if index.over(trie.bytes(&file)).is_none() {
            return Err(wrong_sections());
        }
        check_parts(header, &["bound"], &["trie", "entries"], "")?;
        Ok(Self { file, index, trie, entries })
    }

    /// The bound: the table has the positions without larger numbers.
    pub fn bound(&self) -> u8 {
        self.index.bound()
    }

    /// The section that holds the index.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn trie(&self) -> &[u8] {
        self.trie.bytes(&self.file)
    }

    /// The values of positions, where entries are not in memory.
    #[cold]
    fn values_on_demand(&self, positions: Positions<'_, Position>, values: &mut [Option<Value>]) {
        one_by_one!(positions, values, |position: &Position| self.value(position).ok());
    }

    #[inline(always)]
    fn ranks(&self) -> Option<Trie<'_>> {
        self.index.over(self.trie.bytes(&self.file))
    }
}

impl Probe for NumberPliesTable {
    type Position = Position;
    type Value = Value;
    type Answer = Answer;

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        reach(self.bound())
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        // A damaged trie may have more positions than there are entries.
        if index < self.header().states { self.ranks()?.position(index) } else { None }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index_of(&self, position: &Position) -> Option<u64> {
        self.ranks()?.rank(*position)
    }

    fn covers(&self, position: &Position) -> bool {
        position.largest() <= self.bound()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        Ok(self.entry(position)?.value())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values_of(&self, positions: Positions<'_, Position>, values: &mut [Option<Value>]) {
        let (ranks, entries) = (self.ranks(), self.entries.slice(&self.file));
        let (Some(ranks), Some(entries)) = (ranks, entries) else {
            return self.values_on_demand(positions, values);
        };
        let entries = entries.as_chunks().0;
        one_by_one!(positions, values, |&position: &Position| {
            let rank = ranks.rank(position)?;
            Some(Entry(u32::from_le_bytes(*entries.get(rank as usize)?)).value())
        });
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let ranks = self.ranks()?;
            let path = ranks.path(*position)?;
            let value = |rank: u64| Some(self.entry_at(rank)?.value());
            let answer = answer(*position, |step| {
                let (child, rank) = path.after(step)?;
                Some((child, value(rank)?))
            })?;
            (value(path.rank()) == Some(answer.value)).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(position))
    }
}

impl Entries for NumberPliesTable {
    type Rules = Number;

    fn rules(&self) -> &Number {
        &Number
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry_at(&self, index: u64) -> Option<Entry> {
        Some(Entry(u32::from_le_bytes(self.entries.get(&self.file, index)?)))
    }
}
