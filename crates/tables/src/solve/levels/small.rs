//! Small levels one after another: threads, ranges and chunks of their own would cost more than all else.

use super::store::{Block, Chunk, Kind};
use super::words::BLOCK;
use crate::solve::prelude::*;

/// A level of up to this many positions is small.
pub(super) const SMALL: usize = 64;

/// Words of small levels that follow one another.
#[derive(Debug, Default)]
pub(super) struct SmallLevels {
    words: Vec<u64>,
    /// How many of them each level has.
    counts: Vec<u8>,
    /// How many moves lead to them.
    pub(super) moves: u64,
}

impl SmallLevels {
    pub(super) const fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How many levels there are.
    pub(super) const fn levels(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are as many as a chunk should have.
    pub(super) const fn is_full(&self) -> bool {
        self.words.len() > BLOCK - 2 * SMALL
    }

    /// Adds a level, to which so many moves lead.
    pub(super) fn push(&mut self, words: &[u64], moves: u64) {
        self.words.extend(words);
        self.counts.push(words.len() as u8);
        self.moves += moves;
    }

    /// Takes them as a chunk; the first level has this number.
    pub(super) fn take(&mut self, number: usize) -> Chunk {
        let Self { words, counts, moves } = std::mem::take(self);
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(counts);
        let block = Block::new(words[0], words.len() as u32, &bytes);
        Chunk::new((Kind::SmallLevels, number, 0), [moves, 0, 0, 0, 0], vec![block])
    }

    /// The words of each level of a chunk.
    pub(super) fn read(chunk: &Chunk) -> Result<Vec<Vec<u64>>, SolveError> {
        let block = &chunk.blocks[0];
        block.read(|bytes| {
            let (words, counts) = bytes.split_at_checked(8 * block.count as usize)?;
            let mut words = words.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
            let mut level = |&count: &u8| Some(words.by_ref().take(count.into()).collect());
            counts.iter().map(&mut level).collect()
        })
    }
}
