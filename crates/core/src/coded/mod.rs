//! Values of words, in little more than their entropy. Words are not stored: a word without a value gets any one.
//!
//! The words, ascending, are cut into *ranges* of about 8,000. Positions whose words are near one another are alike, so
//! each range has a prefix code of its own: on Connect Four that saves a tenth of what one code of the whole table takes.
//! The range of a word is the last one whose first word is not larger.
//!
//! A range has [`Line`]s of 128 bytes, and the hash of a word says in which one its value is: all bits of the value, so that
//! a look-up reads a single pair of cache lines, which processors fetch together. A line is a system of 1,016 rows of
//! bits over GF(2); bit j of a word's code is the sum (exclusive or) of some of 64 consecutive rows, chosen by the hash and
//! by j. A line is filled beyond what it can hold on average. Words that do not fit are *bumped*: those whose hash
//! ends with a byte that is not below the line's last byte. They are the words of the next *level*, which has lines of
//! its own, as have those that are bumped there. (The idea of bumping is that of "Bumped ribbon retrieval and approximate
//! membership", Dillinger, Hübschle-Schneider, Sanders, Walzer, 2022.)
//!
//! If one value has most words of a range, its code is a single bit, which is more than a word's share of the entropy. Then
//! the words of all other values have a *filter* in lines before those of the values: bits of their own hashes, which
//! all of them have as values there, and 1 in 2ᵏ of the others. Only words that pass the filter are in the range's other
//! lines. The *members* of all words, bits of the hash behind the code, tell most words that have no value.

mod builder;
mod code;
pub mod line;

use crate::retrieval::{mix, scale};
use crate::simd::{BitInstructions, prefetch};

pub use builder::{CodedBuilder, SolvedRange, range_of};
pub use code::Code;
pub use line::{LINE, Line};

/// The most bits of a filter.
pub const MOST_FILTER_BITS: usize = 7;

/// How many lines there are on the way to a word's, at most: the first level is that of the ranges.
pub const MOST_LEVELS: usize = 32;

/// What a range has besides its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Its first line.
    pub line: u32,
    /// Where its code begins.
    pub code: u32,
    /// How many words it has, less one.
    pub last: u16,
    /// The bits of its filter; 0 if there is none.
    pub filter: u8,
    /// How many of its lines are those of the filter.
    pub filter_lines: u8,
}

impl Range {
    /// How many bytes it takes.
    pub const BYTES: usize = 12;

    /// The first words of all ranges, and what else they have, of a section: all first words come first.
    #[inline]
    pub fn split(section: &[u8]) -> (&[[u8; 8]], &[[u8; Self::BYTES]]) {
        let firsts = section.len() / (8 + Self::BYTES) * 8;
        let (firsts, ranges) = section.split_at(firsts);
        (firsts.as_chunks().0, ranges.as_chunks().0)
    }

    /// The range as bytes.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..4].copy_from_slice(&self.line.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.code.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.last.to_le_bytes());
        bytes[10..].copy_from_slice(&[self.filter, self.filter_lines]);
        bytes
    }

    /// The range of some bytes.
    #[inline]
    pub const fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let [a, b, c, d, e, f, g, h, i, j, filter, filter_lines] = bytes;
        Self {
            line: u32::from_le_bytes([a, b, c, d]),
            code: u32::from_le_bytes([e, f, g, h]),
            last: u16::from_le_bytes([i, j]),
            filter,
            filter_lines,
        }
    }
}

/// What belongs to all ranges: the section `dictionary` of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dictionary {
    /// The bits of the members; 0 if there are none.
    members: u8,
    /// The number of lines of each level; the first one is that of the ranges.
    levels: Vec<u32>,
    /// The values that occur, ascending.
    values: Vec<u16>,
}

impl Dictionary {
    /// The dictionary of the values that occur, ascending, and members of this many bits.
    ///
    /// # Panics
    /// If there are more than [`MOST_FILTER_BITS`], no values, or they are not ascending.
    pub fn new(values: Vec<u16>, members: u8) -> Self {
        assert!(usize::from(members) <= MOST_FILTER_BITS, "members have too many bits");
        assert!(values.is_sorted_by(|one, next| one < next) && !values.is_empty(), "no values");
        Self { members, levels: Vec::new(), values }
    }

    /// The values that occur, ascending.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// The bits of the members; 0 if there are none.
    pub const fn members(&self) -> u8 {
        self.members
    }

    /// The number of lines of each level; the first one is that of the ranges.
    pub fn levels(&self) -> &[u32] {
        &self.levels
    }

    /// How many bytes a number of a value takes in codes.
    const fn width(&self) -> usize {
        if self.values.len() < 1 << u8::BITS { 1 } else { 2 }
    }

    /// The dictionary as bytes: the bits of the members, how many levels there are, two zeros, the lines of each level
    /// in four bytes, and the values as `u16`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.members, self.levels.len() as u8, 0, 0];
        self.levels.iter().for_each(|lines| bytes.extend(lines.to_le_bytes()));
        self.values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        bytes
    }

    /// Reads a dictionary, as [`to_bytes`](Self::to_bytes) writes it; `None` if the bytes are not one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[members, levels, 0, 0], rest) = bytes.split_first_chunk()? else { return None };
        let (levels, values) = rest.split_at_checked(4 * usize::from(levels))?;
        let (levels, (values, [])) = (levels.as_chunks().0, values.as_chunks()) else {
            return None;
        };
        let values: Vec<u16> = values.iter().copied().map(u16::from_le_bytes).collect();
        let levels: Vec<u32> = levels.iter().copied().map(u32::from_le_bytes).collect();
        let is_possible = usize::from(members) <= MOST_FILTER_BITS
            && !values.is_empty()
            && values.is_sorted_by(|one, next| one < next)
            && (1..=MOST_LEVELS).contains(&levels.len())
            && levels[1..].iter().all(|&lines| lines > 0);
        is_possible.then_some(Self { members, levels, values })
    }
}

/// The values of words over the bytes of a table. The bytes are checked as they are read, so that damaged ones give
/// wrong values or none, and never a panic.
#[derive(Clone, Copy, Debug)]
pub struct CodedValues<'a> {
    dictionary: &'a Dictionary,
    firsts: &'a [[u8; 8]],
    ranges: &'a [[u8; Range::BYTES]],
    codes: &'a [u8],
    lines: &'a [Line],
    cpu: BitInstructions,
}

/// Where the value of a word is.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The number of the range.
    pub number: usize,
    hash: u64,
    range: Range,
    /// The line of the range's filter, if it has one.
    filter: Option<&'a Line>,
    line: &'a Line,
}

impl<'a> CodedValues<'a> {
    /// The values over three sections: ranges, codes and lines.
    #[inline]
    pub fn over(dictionary: &'a Dictionary, sections: [&'a [u8]; 3]) -> Self {
        let [ranges, codes, lines] = sections;
        let (firsts, ranges) = Range::split(ranges);
        Self {
            dictionary,
            firsts,
            ranges,
            codes,
            lines: lines.as_chunks().0,
            cpu: BitInstructions::here(),
        }
    }

    /// How many ranges there are.
    pub const fn ranges(&self) -> usize {
        self.ranges.len()
    }

    /// Whether a word is below all that have a value.
    #[inline]
    pub fn is_below(&self, word: u64) -> bool {
        self.firsts.first().is_none_or(|&first| word < u64::from_le_bytes(first))
    }

    /// Where the value of a word is, if it has one, which the processor is made to fetch; `None` only if it has none, or
    /// the sections are damaged.
    #[inline]
    pub fn place(&self, word: u64) -> Option<Place<'a>> {
        let number = self.firsts.partition_point(|&first| u64::from_le_bytes(first) <= word);
        let number = number.checked_sub(1)?;
        let (hash, range) = (mix(word), Range::from_bytes(*self.ranges.get(number)?));
        let end = match self.ranges.get(number + 1) {
            Some(&next) => Range::from_bytes(next).line,
            None => *self.dictionary.levels.first()?,
        };
        let lines = self.lines.get(range.line as usize..end as usize)?;
        let (filter, lines) = lines.split_at_checked(range.filter_lines.into())?;
        if usize::from(range.filter) > MOST_FILTER_BITS {
            return None;
        }
        let of_hash = |lines: &'a [Line]| lines.get(scale(hash, lines.len() as u64) as usize);
        // A range of one value has no lines.
        let (filter, line) = (of_hash(filter), of_hash(lines).unwrap_or(&line::EMPTY));
        filter.into_iter().chain([line]).for_each(|line| prefetch(line));
        Some(Place { number, hash, range, filter, line })
    }

    /// The value at a place; `None` only if the sections are damaged.
    #[inline]
    pub fn value_at(&self, place: Place<'a>) -> Option<u16> {
        let code = Code::over(self.codes.get(place.range.code as usize..)?, self.dictionary)?;
        let passes = |filter| line::passes(filter, place.hash, place.range.filter, self.cpu);
        let number = if code.is_constant() || place.filter.is_some_and(|filter| !passes(filter)) {
            code.first()?
        } else {
            let (line, hash) = self.held(place)?;
            code.decode(|bit| line::bit(line, hash, bit, self.cpu))?
        };
        self.dictionary.values.get(usize::from(number)).copied()
    }

    /// Whether the word of a place may have a value: `false` for most words that have none, if there are members, and
    /// else `true`; `None` only if the sections are damaged.
    #[inline]
    pub fn may_have_at(&self, place: Place<'a>) -> Option<bool> {
        if self.dictionary.members == 0 {
            return Some(true);
        }
        let (line, hash) = self.held(place)?;
        Some(line::passes(line, hash, self.dictionary.members, self.cpu))
    }

    /// The line that has the value of a place, and the hash there.
    #[inline]
    fn held(&self, Place { hash, line, .. }: Place<'a>) -> Option<(&'a Line, u64)> {
        if line::holds(line, hash) { Some((line, hash)) } else { self.bumped(hash) }
    }

    /// The line of a word that is bumped from the first level, and its hash there.
    #[cold]
    fn bumped(&self, mut hash: u64) -> Option<(&'a Line, u64)> {
        let mut first = *self.dictionary.levels.first()? as usize;
        for &lines in &self.dictionary.levels[1..] {
            hash = line::rehashed(hash);
            let line = self.lines.get(first + scale(hash, lines.into()) as usize)?;
            if line::holds(line, hash) {
                return Some((line, hash));
            }
            first += lines as usize;
        }
        None
    }

    /// The value of a word; any one or `None` for a word that has none, and otherwise `None` only if the sections are
    /// damaged.
    #[inline]
    pub fn value(&self, word: u64) -> Option<u16> {
        self.value_at(self.place(word)?)
    }
}
