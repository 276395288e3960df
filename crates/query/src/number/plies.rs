//! The reader of `number` tables with plies.

use std::borrow::Borrow;
use std::ops::Range;

use perfectplay_core::number::{Answer, Entry, Index, Number, Position, Trie};
use perfectplay_core::{Game, Value};
use perfectplay_format::{Header, TableFile};
use zerocopy::FromBytes;
use zerocopy::little_endian::U32;

use crate::batches::one_by_one;
use crate::entries::{
    Sealed, check_game, check_name, check_parts, entries_section, parameter, unknown_encoding,
    wrong_sections,
};
use crate::{Entries, Family, ProbeError, Problem};

/// A table of every position with numbers up to a bound: outcome, plies and
/// winning moves of each.
#[derive(Debug)]
pub struct NumberPliesTable<B> {
    file: TableFile<B>,
    index: Index,
    trie: Range<usize>,
    entries: Range<usize>,
}

impl<B: AsRef<[u8]>> NumberPliesTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        check_game(file.header(), Game::Number)?;
        if file.header().encoding != "trie+entry32" {
            return Err(unknown_encoding(file.header()));
        }
        let bound = parameter(file.header(), "bound", 2..=Entry::MAX_BOUND.into())? as u8;
        check_name(file.header(), Family::Number { bound })?;
        let index = Index::new(bound);
        let trie = file.section("trie")?;
        let entries = entries_section(&file, 4)?;
        if index.over(&file.bytes()[trie.clone()]).is_none() {
            return Err(wrong_sections());
        }
        check_parts(file.header(), &["bound"], &["trie", "entries"], "")?;
        Ok(Self { file, index, trie, entries })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.file.header().name
    }

    /// The bound: the table has the positions without larger numbers.
    pub fn bound(&self) -> u8 {
        self.index.bound()
    }

    /// The section that holds the index; empty only if the bytes have shrunk.
    pub fn trie(&self) -> &[u8] {
        self.file.bytes().get(self.trie.clone()).unwrap_or_default()
    }

    #[inline]
    fn ranks(&self) -> Option<Trie<'_>> {
        self.index.over(self.file.bytes().get(self.trie.clone())?)
    }

    #[inline]
    fn stored(&self) -> Option<&[U32]> {
        <[U32]>::ref_from_bytes(self.file.bytes().get(self.entries.clone())?).ok()
    }

    /// A position's value.
    ///
    /// # Errors
    /// If the position has a number above the bound, or the table is damaged.
    #[inline(always)]
    pub fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        Ok(self.entry(position)?.value())
    }

    /// The values of many positions, in their order; `None` where [`value`](Self::value) is an error.
    ///
    /// # Panics
    /// If there are not as many places as positions.
    pub fn values<P: Borrow<Position>>(&self, positions: &[P], values: &mut [Option<Value>]) {
        let (Some(ranks), Some(entries)) = (self.ranks(), self.stored()) else {
            return one_by_one(positions, values, |_: &Position| None);
        };
        one_by_one(positions, values, |&position| {
            let rank = ranks.rank(position)?;
            Some(Entry(entries.get(rank as usize)?.get()).value())
        });
    }

    /// A position's value with every move's, best first.
    ///
    /// # Errors
    /// If the position has a number above the bound, or the table is damaged. Damage is also noticed
    /// here if the position's value does not follow from those of its moves.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let ranks = self.ranks()?;
            let path = ranks.path(*position)?;
            let entries = self.stored()?;
            let value = |rank: u64| Some(Entry(entries.get(rank as usize)?.get()).value());
            let answer = Answer::new(*position, |step| {
                let (child, rank) = path.after(step)?;
                Some((child, value(rank)?))
            })?;
            (value(path.rank()) == Some(answer.value)).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(position))
    }
}

impl<B> Sealed for NumberPliesTable<B> {}

impl<B: AsRef<[u8]>> Entries for NumberPliesTable<B> {
    type Rules = Number;

    fn rules(&self) -> &Number {
        &Number
    }

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        format!("it has positions with numbers up to {}", self.bound())
    }

    fn covers(&self, position: &Position) -> bool {
        position.largest() <= self.bound()
    }

    #[inline(always)]
    fn index(&self, position: &Position) -> Option<u64> {
        self.ranks()?.rank(*position)
    }

    fn position(&self, index: u64) -> Option<Position> {
        self.ranks()?.position(index)
    }

    #[inline(always)]
    fn entry_at(&self, index: u64) -> Option<Entry> {
        Some(Entry(self.stored()?.get(index as usize)?.get()))
    }
}
