//! Ascending words as differences, in blocks: how the positions of a level are kept, in about a byte each.
//!
//! A block has its first word, how many there are, and a parameter k. Of each following word it has the difference to the
//! word before, less one, as a Golomb–Rice code: its high part in unary, its k low bits as they are. A difference whose
//! high part is [`ESCAPE`] or more is written as that many zeros, a one, and 64 bits, so that no packing of positions is
//! far worse than the words themselves.

use super::store::Block;
use crate::solve::prelude::*;

/// How many words a block has at most. A reader has one block of words in memory.
pub(crate) const BLOCK: usize = 1 << 14;

/// The high part from which on a difference is written whole.
const ESCAPE: u32 = 24;

/// How many bytes are behind a block's bits, so that a code is read in words of eight bytes.
const PADDING: usize = 16;

/// The low bits of a number; 0 to 64 of them.
const fn low(number: u64, bits: u32) -> u64 {
    if bits < u64::BITS { number & ((1 << bits) - 1) } else { number }
}

/// Appends bits to bytes, the lowest first.
struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that are not written yet, fewer than eight between calls.
    pending: u128,
    length: u32,
}

impl BitWriter {
    /// Appends up to 64 bits.
    fn put(&mut self, bits: u64, length: u32) {
        self.pending |= u128::from(bits) << self.length;
        self.length += length;
        while self.length >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.length -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.put(0, 7);
        self.bytes.extend([0; PADDING]);
        self.bytes
    }
}

/// The differences between neighbours, less one.
fn gaps(words: &[u64]) -> impl Iterator<Item = u64> {
    words.windows(2).map(|pair| pair[1] - pair[0] - 1)
}

/// How many bits the differences take with this many low bits.
fn cost(words: &[u64], low_bits: u32) -> u64 {
    let of_gap = |gap: u64| match gap >> low_bits {
        high if high < ESCAPE.into() => high + 1 + u64::from(low_bits),
        _ => u64::from(ESCAPE + 1 + u64::BITS),
    };
    gaps(words).map(of_gap).sum()
}

/// The 64 bits from a bit on; `None` if they are not all there.
#[inline]
fn peek(bytes: &[u8], bit: usize) -> Option<u64> {
    let (low, rest) = bytes.get(bit / 8..)?.split_first_chunk()?;
    let shift = bit % 8;
    let high = u64::from(*rest.first()?);
    Some(u64::from_le_bytes(*low) >> shift | high << 1 << (63 - shift))
}

/// A block of ascending words, all different and at least one: the number of low bits in a byte, the codes, and
/// [`PADDING`].
pub(crate) fn pack(words: &[u64]) -> Block {
    let (first, last) = (words[0], words[words.len() - 1]);
    // The mean is the best parameter of a geometric distribution; fewer low bits are better where some gaps are far wider.
    let mean = (last - first) / (words.len() as u64 - 1).max(1);
    let mut low_bits = mean.max(1).ilog2();
    let mut bits = cost(words, low_bits);
    while low_bits > 0 {
        let fewer = cost(words, low_bits - 1);
        if fewer >= bits {
            break;
        }
        (low_bits, bits) = (low_bits - 1, fewer);
    }
    let mut bytes = Vec::with_capacity((bits / 8) as usize + 3 + PADDING);
    bytes.push(low_bits as u8);
    let mut writer = BitWriter { bytes, pending: 0, length: 0 };
    for gap in gaps(words) {
        let high = gap >> low_bits;
        if high < ESCAPE.into() {
            writer.put(1 << high, high as u32 + 1);
            writer.put(low(gap, low_bits), low_bits);
        } else {
            writer.put(1 << ESCAPE, ESCAPE + 1);
            writer.put(gap, u64::BITS);
        }
    }
    Block::new(first, words.len() as u32, &writer.finish())
}

/// Appends the words of a block.
pub(crate) fn read(block: &Block, words: &mut Vec<u64>) -> Result<(), SolveError> {
    block.read(|bytes| unpack(block.first, block.count, bytes, words))
}

/// Appends words. `None` if the bytes are not those of a block.
fn unpack(first: u64, count: u32, bytes: &[u8], words: &mut Vec<u64>) -> Option<()> {
    let (&low_bits, bytes) = bytes.split_first()?;
    let low_bits = u32::from(low_bits);
    if low_bits >= u64::BITS {
        return None;
    }
    let (mut bit, mut word) = (0, first);
    words.reserve(count as usize);
    words.push(word);
    for _ in 1..count {
        let next = peek(bytes, bit)?;
        let high = next.trailing_zeros();
        let unary = high + 1;
        let gap = if high < ESCAPE {
            bit += (unary + low_bits) as usize;
            let tail = match unary + low_bits {
                ..=64 => next >> unary,
                _ => peek(bytes, bit - low_bits as usize)?,
            };
            u64::from(high) << low_bits | low(tail, low_bits)
        } else if high == ESCAPE {
            bit += (unary + u64::BITS) as usize;
            peek(bytes, bit - u64::BITS as usize)?
        } else {
            return None;
        };
        word = word.checked_add(gap)?.checked_add(1)?;
        words.push(word);
    }
    Some(())
}
#[cfg(test)]
mod tests {
    use perfectplay_core::Random;

    use super::*;

    fn assert_is_read(words: &[u64]) {
        let mut found = Vec::new();
        read(&pack(words), &mut found).unwrap();
        assert_eq!(found, words);
    }

    #[test]
    fn every_block_is_read_as_it_was_written() {
        for words in [&[0][..], &[u64::MAX], &[0, u64::MAX], &[0, 1, u64::MAX - 1, u64::MAX]] {
            assert_is_read(words);
        }
        let mut random = Random::with_seed(1);
        for bits in 1..=64 {
            for count in [2, 3, 100, BLOCK] {
                let words = (0..count).map(|_| random.below(u64::MAX) >> (64 - bits));
                let mut words: Vec<u64> = words.collect();
                words.sort_unstable();
                words.dedup();
                assert_is_read(&words);
                // Groups of neighbours that are far from one another.
                let mut groups: Vec<u64> =
                    words.iter().flat_map(|&word| word..=word.saturating_add(3)).collect();
                groups.sort_unstable();
                groups.dedup();
                assert_is_read(&groups);
            }
        }
    }

    #[test]
    fn other_bits_are_other_words_or_none() {
        let words: Vec<u64> = (0..1000).map(|word| word * word).collect();
        let mut bytes = pack(&words).read(|bytes| Some(bytes.to_vec())).unwrap();
        let mut found = Vec::new();
        for bit in 0..bytes.len() * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            found.clear();
            if unpack(0, 1000, &bytes, &mut found).is_some() {
                assert_eq!(found.len(), words.len());
                assert!(found.is_sorted());
            }
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        for length in 0..bytes.len() {
            let _ = unpack(0, 1000, &bytes[..length], &mut found);
        }
        bytes[0] = 64;
        assert_eq!(unpack(0, 1000, &bytes, &mut found), None);
    }
}
