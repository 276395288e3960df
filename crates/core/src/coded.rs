//! Values of words, in little more than their entropy: a prefix code of the values, and a static function (retrieval
//! structure) for each bit of it. Words are not stored: a word without a value gets any one.
//!
//! The code is canonical, as in Deflate: codes of one length are consecutive numbers, and longer ones follow. A word
//! is a key of function j if the code of its value has more than j bits, and bit j is the function's value. If one
//! value has most of the words, its code is a single bit, which is more than the word's share of the entropy. Then
//! the words of all other values are the keys of a [filter](crate::retrieval#filters) as well, and function 0 has
//! the words alone that pass it. A filter of all words, the *members*, shows most words that have no value.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::retrieval::{Functions, cost, mix};

/// The most bits of a code: values of 2⁶⁴ words need no more.
const MOST_BITS: usize = 64;
/// The most bits of a filter.
pub const MOST_FILTER_BITS: usize = 7;
/// How many functions one look-up reads at once. Most need no more, and reading others would take longer in a cache.
const AT_ONCE: usize = 2;
/// How many functions are fetched before it is known how long the code is.
const FETCHED: usize = 3;
/// The bytes of a code before its values: the bits of the filters, and how many values there are.
const HEAD: usize = 8;
/// The bytes of a value: itself, and the length of its code.
const ITEM: usize = 4;

/// A prefix code of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The bits of the filter of all values but the first one; 0 if there is none.
    filter_bits: u8,
    /// The bits of the filter of all words; 0 if there is none.
    member_bits: u8,
    /// The values, those with shorter codes first.
    values: Vec<u16>,
    /// By length: how many codes are at most as long. The first one is that of length 1.
    ends: Vec<u32>,
}

/// The code of a value: its bits, the first one the highest, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeWord {
    /// The bits.
    pub bits: u64,
    /// How many.
    pub length: u8,
}

impl CodeWord {
    /// A bit, counted from the first one; `None` if there are not this many.
    #[inline]
    pub const fn bit(self, place: usize) -> Option<u8> {
        match (self.length as usize).checked_sub(place + 1) {
            Some(shift) => Some((self.bits >> shift) as u8 & 1),
            None => None,
        }
    }
}

impl Code {
    /// The best code for values that occur so often: by Huffman's method, and of all such codes the canonical one.
    ///
    /// # Panics
    /// If there is no value, one occurs twice, or one never.
    pub fn new(counts: &[(u16, u64)]) -> Self {
        let lengths = lengths(counts);
        let mut sorted: Vec<(u8, u16, u64)> = counts
            .iter()
            .zip(&lengths)
            .map(|(&(value, count), &length)| (length, value, count))
            .collect();
        sorted.sort_unstable();
        let longest = sorted.last().expect("there are values").0;
        let ends = (1..=longest).map(|length| sorted.partition_point(|one| one.0 <= length) as u32);
        let all: u64 = counts.iter().map(|&(_, count)| count).sum();
        // A code of one bit comes first.
        let filter_bits = match sorted[0] {
            (1, _, most) => best_filter(all - most, most),
            _ => 0,
        };
        let values = sorted.iter().map(|one| one.1).collect();
        Self { filter_bits, member_bits: 0, ends: ends.collect(), values }
    }

    /// Adds a filter of all words, of this many bits: one in 2ᵇⁱᵗˢ of other words passes it.
    ///
    /// # Panics
    /// If there are more than [`MOST_FILTER_BITS`].
    #[must_use]
    pub fn with_members(self, bits: u8) -> Self {
        assert!(usize::from(bits) <= MOST_FILTER_BITS, "a filter has too many bits");
        Self { member_bits: bits, ..self }
    }

    /// The bits of the filter of all values but the first one; 0 if there is none.
    pub const fn filter_bits(&self) -> u8 {
        self.filter_bits
    }

    /// The bits of the filter of all words; 0 if there is none.
    pub const fn member_bits(&self) -> u8 {
        self.member_bits
    }

    /// The function that is the filter of all words, if there is one.
    pub const fn member_function(&self) -> usize {
        self.ends.len() + (self.filter_bits > 0) as usize
    }

    /// How many functions there are, with the filters.
    pub const fn functions(&self) -> usize {
        self.member_function() + (self.member_bits > 0) as usize
    }

    /// The value with the shortest code.
    pub fn first(&self) -> u16 {
        self.values[0]
    }

    /// The values that have a code, those with shorter codes first.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// How many bits the longest code has: 0 if there is one value only.
    pub const fn longest(&self) -> usize {
        self.ends.len()
    }

    /// The values with their codes, those with shorter codes first.
    pub fn words(&self) -> Vec<(u16, CodeWord)> {
        let (mut words, mut first) = (Vec::with_capacity(self.values.len()), 0u64);
        for (length, &end) in (1..).zip(&self.ends) {
            first <<= 1;
            for &value in &self.values[words.len()..end as usize] {
                words.push((value, CodeWord { bits: first, length }));
                first += 1;
            }
        }
        if words.is_empty() {
            words.push((self.values[0], CodeWord { bits: 0, length: 0 }));
        }
        words
    }

    /// The code as bytes: the bits of the filter and of that of all words in a byte each, two zeros, how many values
    /// there are in four bytes, and for each a `u16`, the length of its code in a byte, and a zero.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.filter_bits, self.member_bits, 0, 0];
        bytes.extend((self.values.len() as u32).to_le_bytes());
        for (value, word) in self.words() {
            bytes.extend(value.to_le_bytes());
            bytes.extend([word.length, 0]);
        }
        bytes
    }

    /// Reads a code, as [`to_bytes`](Self::to_bytes) writes it; `None` if the bytes are not one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, items) = bytes.split_first_chunk::<HEAD>()?;
        let (items, rest) = items.as_chunks::<ITEM>();
        let [filter_bits, member_bits, 0, 0, count @ ..] = *head else { return None };
        if u32::from_le_bytes(count) as usize != items.len() || !rest.is_empty() || items.is_empty()
        {
            return None;
        }
        let (mut values, mut ends, mut before) =
            (Vec::with_capacity(items.len()), Vec::new(), None);
        // How many codes of the present length are not begun by shorter ones.
        let mut free = 1u128;
        for &[low, high, length, zero] in items {
            let item = (length, u16::from_le_bytes([low, high]));
            if zero != 0 || before >= Some(item) || usize::from(length) > MOST_BITS {
                return None;
            }
            while ends.len() < length.into() {
                ends.push(values.len() as u32);
                free *= 2;
            }
            if let Some(end) = ends.last_mut() {
                *end += 1;
            }
            free = free.checked_sub(1)?;
            values.push(item.1);
            before = Some(item);
        }
        let is_filter = filter_bits == 0
            || usize::from(filter_bits) <= MOST_FILTER_BITS
                && ends.first().is_some_and(|&one_bit| one_bit > 0);
        let are_filters = is_filter && usize::from(member_bits) <= MOST_FILTER_BITS;
        let mut sorted = values.clone();
        sorted.sort_unstable();
        let are_different = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        let code = Self { filter_bits, member_bits, values, ends };
        (free == 0 && are_filters && are_different).then_some(code)
    }

    /// The value whose code begins with bits that `bit` returns, asked for one after the other from 0 on; `None` if it
    /// returns `None`.
    #[inline]
    fn decode(&self, mut bit: impl FnMut(usize) -> Option<u8>) -> Option<u16> {
        // The first code of the present length, and its place among all.
        let (mut code, mut first, mut place) = (0u64, 0u64, 0u32);
        for (length, &end) in self.ends.iter().enumerate() {
            code = code << 1 | u64::from(bit(length)?);
            first <<= 1;
            let beyond = code - first;
            if beyond < u64::from(end - place) {
                return self.values.get(place as usize + beyond as usize).copied();
            }
            first += u64::from(end - place);
            place = end;
        }
        // Only a code of no bits comes here.
        self.values.first().copied()
    }
}

/// The lengths of the codes of values that occur so often, by Huffman's method.
fn lengths(counts: &[(u16, u64)]) -> Vec<u8> {
    // Leaves come first, and then what was made of two nodes. Of nodes with equal counts the first is taken, so that
    // the longest codes are short.
    let mut open: BinaryHeap<Reverse<(u64, usize)>> =
        counts.iter().zip(0..).map(|(&(_, count), leaf)| Reverse((count, leaf))).collect();
    let mut parents = vec![0; 2 * counts.len() - 1];
    let mut made = counts.len();
    while let (Some(Reverse((light, one))), Some(Reverse((heavy, other)))) =
        (open.pop(), open.pop())
    {
        parents[one] = made;
        parents[other] = made;
        open.push(Reverse((light + heavy, made)));
        made += 1;
    }
    let mut depths = vec![0; parents.len()];
    for node in (0..parents.len() - 1).rev() {
        depths[node] = depths[parents[node]] + 1;
    }
    depths.truncate(counts.len());
    depths
}

/// The bits of the filter that makes it and function 0 smallest; 0 if none makes them smaller.
fn best_filter(marked: u64, others: u64) -> u8 {
    let size = |&bits: &usize| match bits {
        0 => 128 * u128::from(marked + others),
        bits => cost(bits, marked, others),
    };
    (0..=MOST_FILTER_BITS).min_by_key(size).unwrap_or_default() as u8
}

/// The values of words over the bytes of a table. The bytes are checked as they are read, so that damaged ones give
/// wrong values or none, and never a panic.
#[derive(Clone, Copy, Debug)]
pub struct CodedValues<'a> {
    code: &'a Code,
    functions: Functions<'a>,
}

impl<'a> CodedValues<'a> {
    /// The values over three sections: functions, shards and bits.
    #[inline]
    pub fn over(code: &'a Code, sections: [&'a [u8]; 3]) -> Self {
        Self { code, functions: Functions::over(sections) }
    }

    /// Whether there are all functions that the code needs, with a value for every word.
    pub fn are_sound(&self) -> bool {
        let (code, functions) = (self.code, &self.functions);
        let is_filter = |function, bits: u8| bits == 0 || functions.is_sound(function, bits.into());
        functions.count() == code.functions()
            && (0..code.longest()).all(|function| functions.is_sound(function, 1))
            && is_filter(code.longest(), code.filter_bits())
            && is_filter(code.member_function(), code.member_bits())
    }

    /// The value of a word; any one for a word that has none, and `None` only if the sections are damaged.
    #[inline]
    pub fn value(&self, word: u64) -> Option<u16> {
        let hash = mix(word);
        let filter = self.code.filter_bits();
        if filter > 0 && !self.functions.passes(self.code.longest(), filter, hash)? {
            return Some(self.code.first());
        }
        // So that the processor does not wait for one bit after the other.
        let functions = &self.functions;
        let first: [_; AT_ONCE] = std::array::from_fn(|bit| functions.window(bit, 1, hash));
        first.iter().flatten().for_each(|window| window.prefetch());
        self.code.decode(|bit| match first.get(bit) {
            Some(window) => functions.first_bit((*window)?),
            None => functions.bit(bit, hash),
        })
    }

    /// Whether a word may have a value: `false` for most words that have none, if there is a filter of all words, and
    /// else `true`; `None` only if the sections are damaged.
    #[inline]
    pub fn may_have(&self, word: u64) -> Option<bool> {
        match self.code.member_bits() {
            0 => Some(true),
            bits => self.functions.passes(self.code.member_function(), bits, mix(word)),
        }
    }

    /// Whether a hash passes the filter of all values but the first one; `None` if there is no filter.
    #[inline]
    pub fn passes(&self, hash: u64) -> Option<bool> {
        self.functions.passes(self.code.longest(), self.code.filter_bits(), hash)
    }

    /// Makes the processor fetch what most look-ups of a word read.
    #[inline]
    pub fn prefetch(&self, word: u64) {
        let hash = mix(word);
        let filter = self.code.filter_bits();
        if filter > 0 {
            self.fetch(self.code.longest(), filter.into(), hash);
        }
        for bit in 0..self.code.longest().min(FETCHED) {
            self.fetch(bit, 1, hash);
        }
    }

    #[inline]
    fn fetch(&self, function: usize, columns: usize, hash: u64) {
        if let Some(window) = self.functions.window(function, columns, hash) {
            window.prefetch();
        }
    }
}
