//! The reader of `number` tables with plies.

use std::borrow::Borrow;

use perfectplay_core::number::{Answer, Entry, Index, Number, Position, Trie};
use perfectplay_core::{Game, Value};
use perfectplay_format::{Header, Source, TableFile};

use super::reach;
use crate::batches::one_by_one;
use crate::error::{ProbeError, Problem};
use crate::probe::{Entries, Probe};
use crate::sealed::Sealed;
use crate::sections::{
    Section, Whole, check_game, check_name, check_parts, parameter, unknown_encoding,
    wrong_sections,
};

/// A table of every position with numbers up to a bound, with the outcome, plies and winning moves of each.
#[derive(Debug)]
pub struct NumberPliesTable<S> {
    file: TableFile<S>,
    index: Index,
    trie: Whole,
    entries: Section,
}

impl<S: Source> NumberPliesTable<S> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<S>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, Game::Number)?;
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

    /// The section that holds the index; empty only if the bytes have shrunk.
    #[inline]
    pub fn trie(&self) -> &[u8] {
        self.trie.bytes(&self.file)
    }

    #[inline]
    fn ranks(&self) -> Option<Trie<'_>> {
        self.index.over(self.trie())
    }
}

impl<S> Sealed for NumberPliesTable<S> {}

impl<S: Source> Probe for NumberPliesTable<S> {
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
        self.position(index)
    }

    fn covers(&self, position: &Position) -> bool {
        position.largest() <= self.bound()
    }

    #[inline(always)]
    fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        Ok(self.entry(position)?.value())
    }

    fn values<P: Borrow<Position>>(&self, positions: &[P], values: &mut [Option<Value>]) {
        let (ranks, entries) = (self.ranks(), self.entries.slice(&self.file));
        let (Some(ranks), Some(entries)) = (ranks, entries) else {
            return one_by_one(positions, values, |position| self.value(position).ok());
        };
        let entries = entries.as_chunks().0;
        one_by_one(positions, values, |&position| {
            let rank = ranks.rank(position)?;
            Some(Entry(u32::from_le_bytes(*entries.get(rank as usize)?)).value())
        });
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let ranks = self.ranks()?;
            let path = ranks.path(*position)?;
            let value = |rank: u64| Some(self.entry_at(rank)?.value());
            let answer = Answer::new(*position, |step| {
                let (child, rank) = path.after(step)?;
                Some((child, value(rank)?))
            })?;
            (value(path.rank()) == Some(answer.value)).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(position))
    }
}

impl<S: Source> Entries for NumberPliesTable<S> {
    type Rules = Number;

    fn rules(&self) -> &Number {
        &Number
    }

    #[inline(always)]
    fn index(&self, position: &Position) -> Option<u64> {
        self.ranks()?.rank(*position)
    }

    fn position(&self, index: u64) -> Option<Position> {
        // A damaged trie may have more positions than there are entries.
        if index < self.header().states { self.ranks()?.position(index) } else { None }
    }

    #[inline(always)]
    fn entry_at(&self, index: u64) -> Option<Entry> {
        Some(Entry(u32::from_le_bytes(self.entries.get(&self.file, index)?)))
    }
}
