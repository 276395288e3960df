//! The reader of `number` tables.

use std::ops::Range;

use perfectplay_core::number::{Answer, Entry, Index, Position, RULES, Trie, Value};
use perfectplay_format::{Header, TableFile};
use zerocopy::FromBytes;
use zerocopy::little_endian::{U32, U64};

use crate::{ProbeError, Problem};

/// A table of every position with numbers up to a bound: outcome, plies and
/// winning moves of each.
#[derive(Debug)]
pub struct NumberTable<B> {
    file: TableFile<B>,
    index: Index,
    trie: Range<usize>,
    entries: Range<usize>,
    narrow: bool,
}

/// What the header of a `number` table says: the bound, and whether entries have
/// four bytes instead of eight.
///
/// # Errors
/// If the table is of another game or of other rules, or the header contradicts
/// itself.
pub fn number_parameters(header: &Header) -> Result<(Index, bool), Problem> {
    if header.game != "number" {
        return Err(Problem::OtherGame { found: header.game.clone(), expected: "number" });
    }
    if header.rules != RULES {
        return Err(Problem::OtherRules { found: header.rules.clone(), expected: RULES });
    }
    let inconsistent = |reason: String| Problem::Inconsistent { reason };
    let bound = header
        .parameter("bound")
        .and_then(|bound| u8::try_from(bound).ok())
        .filter(|bound| (2..=Entry::MAX_BOUND).contains(bound))
        .ok_or_else(|| inconsistent("its bound is not from 2 to 55".to_owned()))?;
    let narrow = match header.encoding.as_str() {
        "trie+entry32" if bound <= Entry::MAX_NARROW_BOUND => true,
        "trie+entry64" => false,
        other => return Err(inconsistent(format!("its encoding is `{other}`"))),
    };
    Ok((Index::new(bound), narrow))
}

impl<B: AsRef<[u8]>> NumberTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is none, or none that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        let (index, narrow) = number_parameters(file.header())?;
        let trie = file.section("trie")?;
        let entries = file.section("entries")?;
        let width = if narrow { 4 } else { 8 };
        let expected = file.header().states.checked_mul(width);
        if index.over(&file.bytes()[trie.clone()]).is_none()
            || expected != Some(entries.len() as u64)
        {
            let reason = "its sections have the wrong length".to_owned();
            return Err(Problem::Inconsistent { reason });
        }
        Ok(Self { file, index, trie, entries, narrow })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.file.header().name
    }

    /// The file behind it.
    pub fn file(&self) -> &TableFile<B> {
        &self.file
    }

    /// The largest number in a position that the table holds.
    pub fn bound(&self) -> u8 {
        self.index.bound()
    }

    /// Ranks positions, which are the places of their entries.
    #[inline]
    pub fn ranks(&self) -> Option<Trie<'_>> {
        self.index.over(self.file.bytes().get(self.trie.clone())?)
    }

    /// The entry in a place, `None` from the number of states on.
    #[inline]
    pub fn entry_at(&self, rank: u64) -> Option<Entry> {
        self.entries()?.get(rank)
    }

    #[inline]
    fn entries(&self) -> Option<Entries<'_>> {
        let entries = self.file.bytes().get(self.entries.clone())?;
        Some(if self.narrow {
            Entries::Narrow(<[U32]>::ref_from_bytes(entries).ok()?)
        } else {
            Entries::Wide(<[U64]>::ref_from_bytes(entries).ok()?)
        })
    }

    /// A position's entry: its value and its winning moves.
    ///
    /// # Errors
    /// If the position holds a number above the bound, or the table is damaged.
    #[inline]
    pub fn entry(&self, position: Position) -> Result<Entry, ProbeError> {
        self.ranks()
            .and_then(|ranks| self.entry_at(ranks.rank(position)?))
            .ok_or_else(|| self.failure(position))
    }

    /// A position's value.
    ///
    /// # Errors
    /// If the position holds a number above the bound, or the table is damaged.
    #[inline]
    pub fn value(&self, position: Position) -> Result<Value, ProbeError> {
        Ok(self.entry(position)?.value())
    }

    /// A position's value with every move's, best first.
    ///
    /// # Errors
    /// If the position holds a number above the bound, or the table is damaged,
    /// which shows here also when the position's entry contradicts its moves'.
    pub fn answer(&self, position: Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let ranks = self.ranks()?;
            let path = ranks.path(position)?;
            let entries = self.entries()?;
            let value = |rank| entries.get(rank).map(Entry::value);
            let answer = Answer::new(position, |to_name| {
                let (child, rank) = path.after(to_name)?;
                Some((child, value(rank)?))
            })?;
            (value(path.rank()) == Some(answer.value)).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(position))
    }

    #[cold]
    fn failure(&self, position: Position) -> ProbeError {
        let table = self.name().to_owned();
        if position.largest() > self.bound() {
            let limit = format!("it holds positions with numbers up to {}", self.bound());
            ProbeError::Beyond { table, limit }
        } else {
            ProbeError::Damaged { table }
        }
    }
}

/// The entries in their two widths.
#[derive(Clone, Copy)]
enum Entries<'a> {
    Narrow(&'a [U32]),
    Wide(&'a [U64]),
}

impl Entries<'_> {
    #[inline]
    fn get(self, rank: u64) -> Option<Entry> {
        match self {
            Self::Narrow(entries) => Some(Entry::widen(entries.get(rank as usize)?.get())),
            Self::Wide(entries) => Some(Entry(entries.get(rank as usize)?.get())),
        }
    }
}
