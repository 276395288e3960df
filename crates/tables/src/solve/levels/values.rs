//! Values in as few bits as tell those of a block apart.

use super::store::Block;
use super::words;
use crate::solve::prelude::*;

/// A block of words, and one of their values.
#[derive(Clone, Debug)]
pub(crate) struct SolvedBlock {
    pub(crate) words: Block,
    pub(crate) values: Block,
}

impl SolvedBlock {
    /// Appends all words with their values.
    pub(crate) fn read(&self, positions: &mut Vec<(u64, u16)>) -> Result<(), SolveError> {
        let (mut all, mut values) = (Vec::new(), Vec::new());
        words::read(&self.words, &mut all)?;
        read(&self.values, &mut values)?;
        positions.extend(all.into_iter().zip(values));
        Ok(())
    }
}

/// Numbers values.
#[derive(Debug)]
pub(crate) struct Numbering {
    /// By value: its number and one more; 0 for all between calls.
    numbers: Vec<u32>,
}

impl Default for Numbering {
    fn default() -> Self {
        Self { numbers: vec![0; usize::from(u16::MAX) + 1] }
    }
}

/// The values of a block of words, the first of which is given: how many values occur, each of them, and by word the place
/// of its value among them, in as many bits as that takes.
pub(crate) fn pack(first: u64, values: &[u16], numbering: &mut Numbering) -> Block {
    let mut occur = Vec::new();
    for &value in values {
        let number = &mut numbering.numbers[usize::from(value)];
        if *number == 0 {
            occur.push(value);
            *number = occur.len() as u32;
        }
    }
    let width = width(occur.len());
    let mut bytes = Vec::with_capacity(4 + 2 * occur.len() + (values.len() * width).div_ceil(8));
    bytes.extend((occur.len() as u32).to_le_bytes());
    occur.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    let (mut pending, mut length) = (0, 0);
    for &value in values {
        pending |= (numbering.numbers[usize::from(value)] - 1) << length;
        length += width;
        while length >= 8 {
            bytes.push(pending as u8);
            pending >>= 8;
            length -= 8;
        }
    }
    bytes.push(pending as u8);
    occur.iter().for_each(|&value| numbering.numbers[usize::from(value)] = 0);
    Block::new(first, values.len() as u32, &bytes)
}

/// How many bits tell this many values apart.
const fn width(values: usize) -> usize {
    (usize::BITS - (values - 1).leading_zeros()) as usize
}

/// Appends the values of a block.
pub(crate) fn read(block: &Block, values: &mut Vec<u16>) -> Result<(), SolveError> {
    block.read(|bytes| {
        let (&occur, bytes) = bytes.split_first_chunk()?;
        let (occur, bits) = bytes.split_at_checked(2 * u32::from_le_bytes(occur) as usize)?;
        if occur.len() > 2 << u16::BITS {
            return None;
        }
        let occur: Vec<u16> = occur.as_chunks().0.iter().copied().map(u16::from_le_bytes).collect();
        let width = width(occur.len().max(1));
        let (mut bits, mut pending, mut length) = (bits.iter(), 0, 0);
        values.reserve(block.count as usize);
        for _ in 0..block.count {
            while length < width {
                pending |= u32::from(*bits.next()?) << length;
                length += 8;
            }
            values.push(*occur.get((pending & ((1 << width) - 1)) as usize)?);
            pending >>= width;
            length -= width;
        }
        Some(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_were_written() {
        let mut numbering = Numbering::default();
        for most in [1, 2, 3, 17, 300, 65_536] {
            let values: Vec<u16> = (0..70_000u32).map(|it| (it * 7_919 % most) as u16).collect();
            let mut found = Vec::new();
            read(&pack(7, &values, &mut numbering), &mut found).unwrap();
            assert_eq!(found, values);
        }
    }
}
