//! Ascending words as differences, in blocks: how the positions of a level are kept, in about a byte each.
//!
//! A block has its first word, how many there are, and a parameter k. Of each following word it has the difference to the
//! word before, less one, as a Golomb–Rice code: its high part in unary, its k low bits as they are. A difference whose
//! high part is [`ESCAPE`] or more is written as that many zeros, a one, and 64 bits, so that no packing of positions is
//! far worse than the words themselves.

/// How many words a block has at most. A reader has one block of words in memory.
pub(crate) const BLOCK: usize = 1 << 14;

/// The high part from which on a difference is written whole.
const ESCAPE: u32 = 24;

/// How many bytes are behind a block's bits, so that a code is read in words of eight bytes.
const PADDING: usize = 16;

/// A block of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Its first word.
    pub(crate) first: u64,
    /// How many words it has.
    pub(crate) count: u32,
    /// How many low bits of a difference are written as they are.
    low_bits: u8,
    /// The bits, and [`PADDING`].
    bytes: Box<[u8]>,
}

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

    fn finish(mut self) -> Box<[u8]> {
        self.put(0, 7);
        self.bytes.extend([0; PADDING]);
        self.bytes.into()
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

impl Block {
    /// A block of ascending words, all different and at least one.
    pub(crate) fn new(words: &[u64]) -> Self {
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
        // No more than it takes, as it stays for long.
        let bytes = Vec::with_capacity((bits / 8) as usize + 2 + PADDING);
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
        Self { first, count: words.len() as u32, low_bits: low_bits as u8, bytes: writer.finish() }
    }

    /// How many bytes of memory it takes.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.bytes.len()) as u64
    }

    /// Appends its words. `None` if the bits are not those of a block.
    pub(crate) fn read(&self, words: &mut Vec<u64>) -> Option<()> {
        let (low_bits, bytes) = (u32::from(self.low_bits), &*self.bytes);
        if low_bits >= u64::BITS {
            return None;
        }
        let (mut bit, mut word) = (0, self.first);
        words.reserve(self.count as usize);
        words.push(word);
        for _ in 1..self.count {
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
}

#[cfg(test)]
mod tests {
    use perfectplay_core::Random;

    use super::*;

    fn assert_is_read(words: &[u64]) {
        let mut read = Vec::new();
        Block::new(words).read(&mut read).unwrap();
        assert_eq!(read, words);
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
        let mut block = Block::new(&words);
        let mut read = Vec::new();
        for bit in 0..block.bytes.len() * 8 {
            block.bytes[bit / 8] ^= 1 << (bit % 8);
            read.clear();
            if block.read(&mut read).is_some() {
                assert_eq!(read.len(), words.len());
                assert!(read.is_sorted());
            }
            block.bytes[bit / 8] ^= 1 << (bit % 8);
        }
        for length in 0..block.bytes.len() {
            let _ = Block { bytes: block.bytes[..length].into(), ..block.clone() }.read(&mut read);
        }
        assert_eq!(Block { low_bits: 64, ..block }.read(&mut read), None);
    }
}
