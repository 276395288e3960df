//! The reader of tables whose encoding is `words+numbers`: entries of packed positions, whose words are stored.
//!
//! Nearly every entry is one of its own, so that a code would save nothing, and words take no more than a function that
//! recognises them. They are in blocks of 64, each as its difference to the one before.

use perfectplay_core::groups::get;
use perfectplay_format::{Header, TableFile};

use crate::bytes::Bytes;
use crate::coded::check_names;
use crate::error::Problem;
use crate::indexed_entries::IndexedEntries;
use crate::sections::{Whole, check_parts, parameter, wrong_sections};

/// The sections in their order.
pub const INDEXED_SECTIONS: [&str; 5] = ["firsts", "begins", "words", "numbers", "dictionary"];

/// How many words a block has, but for the last one.
pub const WORDS: usize = 64;

/// How many bytes are behind the last number, so that each is read in 16 bytes.
pub const PADDING: usize = 16;

/// A table with words, of a game that this program need not know.
#[derive(Debug)]
pub struct IndexedTable {
    file: TableFile<Bytes>,
    sections: [Whole; 5],
    /// How many positions there are, and how many bits a number has.
    states: usize,
    bits: u32,
    base: u64,
    entry_kind: IndexedEntries,
}

impl IndexedTable {
    /// The encoding of these tables.
    pub const ENCODING: &'static str = "words+numbers";

    /// Reads an opened table as one with this encoding.
    ///
    /// # Errors
    /// If it has another one, or is not one that this program understands.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        if header.encoding != Self::ENCODING {
            return Err(Problem::inconsistent(format!("the encoding is `{}`", header.encoding)));
        }
        let entry_kind = IndexedEntries::of(header)?;
        let parameters = ["values", "unit", "base", "bits"];
        check_parts(header, &parameters, &INDEXED_SECTIONS, "")?;
        check_names(header)?;
        let base = parameter(header, "base", 0..=u64::MAX)?;
        let bits = parameter(header, "bits", 1..=64)? as u32;
        let states = usize::try_from(header.states).map_err(|_| wrong_sections())?;
        let [firsts, begins, words, numbers, dictionary] =
            INDEXED_SECTIONS.map(|name| Whole::of(&file, name));
        let sections = [firsts?, begins?, words?, numbers?, dictionary?];
        let [firsts, begins, words, numbers, dictionary] =
            sections.each_ref().map(|section| section.length());
        let blocks = states.div_ceil(WORDS);
        let are_words = firsts == 8 * blocks && begins == 4 * (blocks + 1);
        let are_counted = [firsts, begins, words] == [0; 3];
        let of_numbers = states.checked_mul(bits as usize).map(|bits| bits.div_ceil(8) + PADDING);
        if states == 0
            || !(are_words || are_counted)
            || of_numbers != Some(numbers)
            || !dictionary.is_multiple_of(8)
        {
            return Err(wrong_sections());
        }
        Ok(Self { file, sections, states, bits, base, entry_kind })
    }

    fn section(&self, number: usize) -> &[u8] {
        self.sections[number].bytes(&self.file)
    }

    /// Whether words number the positions without gaps, so that none is stored.
    pub fn is_numbered(&self) -> bool {
        self.sections[0].length() == 0
    }

    /// Appends the words of a block; `None` if the table is damaged or has no such block.
    pub fn words(&self, block: usize, words: &mut Vec<u64>) -> Option<()> {
        let first = (block * WORDS) as u64;
        let count = self.states.checked_sub(block * WORDS)?.min(WORDS);
        if self.is_numbered() {
            words.extend(first..first + count as u64);
            return Some(());
        }
        words.push(self.first(block)?);
        let mut differences = self.differences(block)?;
        for _ in 1..count {
            let next = words.last()?.checked_add(get(&mut differences)?)?;
            words.push(next);
        }
        differences.is_empty().then_some(())
    }

    /// How many blocks there are.
    pub const fn blocks(&self) -> usize {
        self.states.div_ceil(WORDS)
    }

    fn first(&self, block: usize) -> Option<u64> {
        self.section(0).as_chunks().0.get(block).copied().map(u64::from_le_bytes)
    }

    fn differences(&self, block: usize) -> Option<&[u8]> {
        let begins: &[[u8; 4]] = self.section(1).as_chunks().0.get(block..block + 2)?;
        let [begin, end] = [0, 1].map(|place| u32::from_le_bytes(begins[place]) as usize);
        self.section(2).get(begin..end)
    }

    /// The place of a word among all words; `Ok(None)` if the table does not have it, `Err` if the table is damaged.
    #[expect(clippy::result_unit_err, reason = "there is nothing to say but that it is damaged")]
    #[inline]
    pub fn place(&self, word: u64) -> Result<Option<usize>, ()> {
        if self.is_numbered() {
            return Ok(usize::try_from(word).ok().filter(|&place| place < self.states));
        }
        let firsts: &[[u8; 8]] = self.section(0).as_chunks().0;
        let block = firsts.partition_point(|&first| u64::from_le_bytes(first) <= word);
        let Some(block) = block.checked_sub(1) else { return Ok(None) };
        let mut differences = self.differences(block).ok_or(())?;
        let (mut at, mut place) = (self.first(block).ok_or(())?, block * WORDS);
        while at < word && !differences.is_empty() {
            at = get(&mut differences).and_then(|more| at.checked_add(more)).ok_or(())?;
            place += 1;
        }
        Ok((at == word && place < self.states).then_some(place))
    }

    /// The number at a place, which is one of the dictionary's entries if it has any, and else an entry less the least one.
    #[inline]
    pub fn number(&self, place: usize) -> Option<u64> {
        let bit = place.checked_mul(self.bits as usize)?;
        let bytes = self.section(3).get(bit / 8..)?.first_chunk()?;
        let number = (u128::from_le_bytes(*bytes) >> (bit % 8)) as u64;
        Some(number & (u64::MAX >> (64 - self.bits)))
    }

    /// The entry at a place: see [`IndexedEntries::value`].
    #[inline]
    pub fn entry(&self, place: usize) -> Option<u64> {
        let (number, dictionary) = (self.number(place)?, self.dictionary());
        match dictionary.is_empty() {
            true => self.base.checked_add(number),
            false => dictionary.get(usize::try_from(number).ok()?).copied().map(u64::from_le_bytes),
        }
    }

    /// The entries that occur, ascending; none if they are not numbered.
    pub fn dictionary(&self) -> &[[u8; 8]] {
        self.section(4).as_chunks().0
    }

    /// The least entry, if entries are not numbered; and how many bits a number has.
    pub const fn numbering(&self) -> (u64, u32) {
        (self.base, self.bits)
    }

    /// Whether bytes behind the last number, and bits behind it, are 0; whether blocks of words follow one another without
    /// gaps; and whether no difference has a group of bits that are all 0 at its end: tables are written in one way.
    pub fn is_canonical(&self) -> bool {
        let (bits, numbers) = (self.states * self.bits as usize, self.section(3));
        let last = numbers[bits / 8];
        let begins: Vec<u32> =
            self.section(1).as_chunks().0.iter().copied().map(u32::from_le_bytes).collect();
        let words = self.section(2);
        let is_cut = begins.is_sorted()
            && begins.first().is_none_or(|&first| first == 0)
            && begins.last().copied().unwrap_or_default() as usize == words.len();
        is_cut
            && words.windows(2).all(|pair| pair[0] < 128 || pair[1] != 0)
            && (bits.is_multiple_of(8) || last >> (bits % 8) == 0)
            && numbers[bits.div_ceil(8)..].iter().all(|&byte| byte == 0)
    }

    /// What entries are.
    pub const fn entry_kind(&self) -> IndexedEntries {
        self.entry_kind
    }

    /// What the values are, as in [`CodedTable::kind`](crate::CodedTable::kind).
    pub const fn kind(&self) -> u8 {
        self.entry_kind.kind()
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// The file.
    pub const fn file(&self) -> &TableFile<Bytes> {
        &self.file
    }
}
