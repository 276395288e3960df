//! Prefix codes of the values of a range, by Huffman's method.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Dictionary;

/// The most bits of a code: a range has too few words for longer ones.
const MOST_BITS: usize = 32;

/// The canonical prefix code of some numbers, over bytes: the length of the longest code, how many codes there are of each
/// length from 1 on, and the numbers, those with shorter codes first, and ascending. Counts and numbers have one or two
/// bytes.
///
/// Codes of one length are consecutive, as in Deflate, and longer ones follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code<'a> {
    counts: &'a [u8],
    /// The numbers, and what follows them.
    numbers: &'a [u8],
    width: usize,
}

/// The number at a place of bytes with numbers of this width.
#[inline]
fn number(bytes: &[u8], place: usize, width: usize) -> Option<u16> {
    match width {
        1 => bytes.get(place).map(|&byte| byte.into()),
        _ => Some(u16::from_le_bytes([*bytes.get(2 * place)?, *bytes.get(2 * place + 1)?])),
    }
}

impl<'a> Code<'a> {
    /// The code that begins some bytes; `None` if they are too few.
    #[inline]
    pub fn over(bytes: &'a [u8], dictionary: &Dictionary) -> Option<Self> {
        let width = dictionary.width();
        let (&longest, rest) = bytes.split_first()?;
        let (counts, numbers) = rest.split_at_checked(usize::from(longest) * width)?;
        Some(Self { counts, numbers, width })
    }

    /// The first number.
    #[inline]
    pub(super) fn first(self) -> Option<u16> {
        number(self.numbers, 0, self.width)
    }

    /// Whether there is one number alone.
    #[inline]
    pub(super) const fn is_constant(self) -> bool {
        self.counts.is_empty()
    }

    /// The number whose code begins with bits that `bit` returns; `None` if there is none.
    #[inline]
    pub(super) fn decode(self, bit: impl Fn(u32) -> u8) -> Option<u16> {
        // The present bits, the first code of their length, and its place among all.
        let (mut code, mut first, mut place) = (0u32, 0u32, 0u32);
        for length in 0..self.counts.len() / self.width {
            code = code << 1 | u32::from(bit(length as u32));
            first <<= 1;
            let count = number(self.counts, length, self.width)?.into();
            let beyond = code.wrapping_sub(first);
            if beyond < count {
                return number(self.numbers, (place + beyond) as usize, self.width);
            }
            first = first.wrapping_add(count);
            place += count;
        }
        None
    }

    /// How many bytes the code takes, and its numbers, each with its length; `None` if the bytes are not those of a code
    /// that [`CodedBuilder`](super::CodedBuilder) writes.
    pub fn checked(self, values: usize) -> Option<(usize, Vec<(u16, u8)>)> {
        let lengths = self.counts.len() / self.width;
        let mut numbers: Vec<(u16, u8)> = Vec::new();
        // How many codes of the present length are not begun by shorter ones.
        let mut free = 1u64;
        for length in 1..=lengths.min(MOST_BITS) {
            let count = number(self.counts, length - 1, self.width)?;
            free = (2 * free).checked_sub(count.into())?;
            let from = numbers.len();
            for place in from..from + usize::from(count) {
                numbers.push((number(self.numbers, place, self.width)?, length as u8));
            }
        }
        if lengths == 0 {
            numbers.push((self.first()?, 0));
            free = 0;
        }
        let is_sorted = numbers.is_sorted_by(|one, next| (one.1, one.0) < (next.1, next.0));
        let are_known = numbers.iter().all(|&(number, _)| usize::from(number) < values);
        let is_whole = free == 0 && lengths <= MOST_BITS && numbers.last()?.1 as usize == lengths;
        let bytes = 1 + self.width * (lengths + numbers.len());
        (is_whole && is_sorted && are_known).then_some((bytes, numbers))
    }
}

/// The best code for numbers that occur so often, of all such codes the canonical one: those that occur, each with the
/// length of its code, in the order of the code.
pub(super) fn lengths(counts: &[u32]) -> Vec<(u16, u8)> {
    let occur: Vec<u16> =
        (0..=u16::MAX).zip(counts).filter(|one| *one.1 > 0).map(|one| one.0).collect();
    // Leaves come first, and then what was made of two nodes. Of nodes with equal counts the first is taken, so that
    // the longest codes are short.
    let mut open: BinaryHeap<Reverse<(u32, usize)>> =
        occur.iter().zip(0..).map(|(&it, leaf)| Reverse((counts[usize::from(it)], leaf))).collect();
    let mut parents = vec![0; 2 * occur.len() - 1];
    let mut made = occur.len();
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
    let mut lengths: Vec<(u16, u8)> = occur.into_iter().zip(depths).collect();
    lengths.sort_unstable_by_key(|&(number, length)| (length, number));
    lengths
}

/// The codes of numbers with lengths, in their order.
pub(super) fn codes(lengths: &[(u16, u8)]) -> impl Iterator<Item = (u16, u32, u8)> {
    let (mut code, mut before) = (0u32, 0);
    lengths.iter().map(move |&(number, length)| {
        code <<= length - before;
        before = length;
        code += 1;
        (number, code - 1, length)
    })
}

/// A code as bytes.
pub(super) fn to_bytes(lengths: &[(u16, u8)], width: usize) -> Vec<u8> {
    let longest = lengths[lengths.len() - 1].1;
    let counts =
        (1..=longest).map(|length| lengths.iter().filter(|one| one.1 == length).count() as u16);
    let numbers = counts.chain(lengths.iter().map(|one| one.0));
    [longest]
        .into_iter()
        .chain(numbers.flat_map(|it| it.to_le_bytes().into_iter().take(width)))
        .collect()
}
