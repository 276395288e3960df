//! Values of words, in little more than their entropy. Words are not stored: a word without a value gets any one.
//!
//! The words, ascending, are cut into *ranges* of about 8,000. Positions whose words are near one another are alike, so
//! each range has a prefix code of its own: on Connect Four that saves a tenth of what one code of the whole table takes.
//! The range of a word is the last one whose first word is not larger. An *index* says where it is among the others, by the
//! high bits of the word's distance to the first of all.
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

pub use builder::{CodedBuilder, SolvedRange, entropy, range_of};
pub use code::Code;
pub use line::{LINE, Line};

/// The most bits of a filter.
pub const MOST_FILTER_BITS: usize = 7;

/// How many lines there are on the way to a word's, at most: the first level is that of the ranges.
pub const MOST_LEVELS: usize = 32;

/// What a range has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Its first word.
    pub first: u64,
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
    pub const BYTES: usize = 20;

    /// The range as bytes.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.first.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.line.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.code.to_le_bytes());
        bytes[16..18].copy_from_slice(&self.last.to_le_bytes());
        bytes[18..].copy_from_slice(&[self.filter, self.filter_lines]);
        bytes
    }

    /// The range of some bytes.
    #[inline]
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let part = |from| u32::from_le_bytes(*bytes[from..].first_chunk().expect("four bytes"));
        let [.., a, b, filter, filter_lines] = bytes;
        Self {
            first: u64::from(part(4)) << 32 | u64::from(part(0)),
            line: part(8),
            code: part(12),
            last: u16::from_le_bytes([a, b]),
            filter,
            filter_lines,
        }
    }
}

/// For ascending words, how many there are up to each value of some high bits of the distance to the first one: how many
/// low bits are left out, and a number for each value up to that of the last word, and one more. There are at most 2ᵇⁱᵗˢ
/// values.
pub fn index(words: &[u64], bits: u32) -> (u32, Vec<u32>) {
    let (first, last) = (words[0], words[words.len() - 1]);
    let span = last - first;
    let shift = (u64::BITS - span.leading_zeros()).saturating_sub(bits);
    let before = |high: u64| words.partition_point(|word| (word - first) >> shift < high) as u32;
    (shift, (0..=(span >> shift) + 1).map(before).collect())
}

/// What belongs to all ranges: the section `dictionary` of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dictionary {
    /// The bits of the members; 0 if there are none.
    members: u8,
    /// The number of lines of each level; the first one is that of the ranges.
    levels: Vec<u32>,
    /// How many low bits of a distance the index leaves out.
    shift: u8,
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
        Self { members, levels: Vec::new(), shift: 0, values }
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

    /// How many low bits of a distance the index leaves out.
    pub const fn shift(&self) -> u8 {
        self.shift
    }

    /// How many bytes a number of a value takes in codes.
    const fn width(&self) -> usize {
        if self.values.len() < 1 << u8::BITS { 1 } else { 2 }
    }

    /// The dictionary as bytes: the bits of the members, how many levels there are, the bits that the index leaves out, a
    /// zero, the lines of each level in four bytes, and the values as `u16`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.members, self.levels.len() as u8, self.shift, 0];
        self.levels.iter().for_each(|lines| bytes.extend(lines.to_le_bytes()));
        self.values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        bytes
    }

    /// Reads a dictionary, as [`to_bytes`](Self::to_bytes) writes it; `None` if the bytes are not one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[members, levels, shift, 0], rest) = bytes.split_first_chunk()? else { return None };
        let (levels, values) = rest.split_at_checked(4 * usize::from(levels))?;
        let (levels, (values, [])) = (levels.as_chunks().0, values.as_chunks()) else {
            return None;
        };
        let values: Vec<u16> = values.iter().copied().map(u16::from_le_bytes).collect();
        let levels: Vec<u32> = levels.iter().copied().map(u32::from_le_bytes).collect();
        let is_possible = usize::from(members) <= MOST_FILTER_BITS
            && u32::from(shift) < u64::BITS
            && !values.is_empty()
            && values.is_sorted_by(|one, next| one < next)
            && (1..=MOST_LEVELS).contains(&levels.len())
            && levels[1..].iter().all(|&lines| lines > 0);
        is_possible.then_some(Self { members, levels, shift, values })
    }
}

/// The values of words over the bytes of a table. The bytes are checked as they are read, so that damaged ones give
/// wrong values or none, and never a panic.
#[derive(Clone, Copy, Debug)]
pub struct CodedValues<'a> {
    dictionary: &'a Dictionary,
    index: &'a [[u8; 4]],
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
    /// The values over four sections: index, ranges, codes and lines.
    #[inline]
    pub fn over(dictionary: &'a Dictionary, sections: [&'a [u8]; 4]) -> Self {
        let [index, ranges, codes, lines] = sections;
        let (index, ranges, lines) =
            (index.as_chunks().0, ranges.as_chunks().0, lines.as_chunks().0);
        Self { dictionary, index, ranges, codes, lines, cpu: BitInstructions::here() }
    }

    /// How many ranges there are.
    pub const fn ranges(&self) -> usize {
        self.ranges.len()
    }

    /// The first word of a range, if there is one.
    #[inline]
    fn first(&self, range: usize) -> Option<u64> {
        self.ranges.get(range)?.first_chunk().copied().map(u64::from_le_bytes)
    }

    /// Whether a word is below all that have a value.
    #[inline]
    pub fn is_below(&self, word: u64) -> bool {
        self.first(0).is_none_or(|first| word < first)
    }

    /// The range of a word; `None` if there is none, or the sections are damaged.
    #[inline]
    fn range_of(&self, word: u64) -> Option<usize> {
        /// How many ranges are looked at without a branch: more than most values of the index's bits have.
        const NEAR: usize = 4;
        let high = word.checked_sub(self.first(0)?)? >> self.dictionary.shift;
        // Words of the last range may be so far from the others that 32 bits cannot tell how far.
        let high = usize::try_from(high).unwrap_or(usize::MAX);
        let Some(&[from, to]) = self.index.get(high..).and_then(|it| it.first_chunk()) else {
            return self.ranges.len().checked_sub(1);
        };
        let (from, to) = (u32::from_le_bytes(from) as usize, u32::from_le_bytes(to) as usize);
        let is_above = |range| self.first(range).is_none_or(|first| first > word);
        let near = (from..from + NEAR).map(|range| usize::from(!is_above(range))).sum::<usize>();
        let behind = match near {
            NEAR => {
                let first = |range: &[u8; Range::BYTES]| Range::from_bytes(*range).first;
                self.ranges.get(from..to)?.partition_point(|range| first(range) <= word)
            }
            near => near,
        };
        (from + behind).checked_sub(1)
    }

    /// Where the value of a word is, if it has one, which the processor is made to fetch; `None` only if it has none, or
    /// the sections are damaged.
    #[inline]
    pub fn place(&self, word: u64) -> Option<Place<'a>> {
        let number = self.range_of(word)?;
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
