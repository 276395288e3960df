//! The values of the next level, while a level is solved. Only its words are asked for, so that a print of 16 bits tells
//! nearly all of them apart; the others are kept whole.

use std::collections::{BTreeMap, HashMap};

use perfectplay_core::coded::index;
use perfectplay_core::retrieval::scale;
use perfectplay_core::simd::prefetch;

use super::values::SolvedBlock;
use crate::solve::key::Key;
use crate::solve::prelude::*;

/// How many words a bucket has room for: it is one cache line.
const SLOTS: usize = 16;
/// How many it has on average.
const FILLED: usize = 12;
/// A value that says that the word is kept whole: it or another one has this print.
const WHOLE: u16 = 1 << 15;

/// Words by their prints, from the front; 0 is no print.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket {
    prints: [u16; SLOTS],
    values: [u16; SLOTS],
}

#[inline]
const fn print(key: Key) -> u16 {
    let print = key.hash() as u16;
    if print == 0 { 1 } else { print }
}

impl Bucket {
    /// The slot with a print.
    #[inline]
    fn slot(&self, print: u16) -> Option<usize> {
        let equal = |mask, slot| mask | u32::from(self.prints[slot] == print) << slot;
        let mask: u32 = (0..SLOTS).fold(0, equal);
        (mask != 0).then(|| mask.trailing_zeros() as usize)
    }
}

/// How many buckets this many words have.
const fn buckets_for(words: usize) -> usize {
    words.div_ceil(FILLED)
}

/// Fills the empty buckets of a block with its values. Returns the words that are kept whole, with their values.
fn fill(buckets: &mut [Bucket], positions: &[(u64, u16)]) -> Vec<(u64, u16)> {
    let mut whole = Vec::new();
    let place = |key: Key| scale(key.hash(), buckets_for(positions.len()) as u64) as usize;
    for &(word, value) in positions {
        let key = Key::new(word);
        let bucket = &mut buckets[place(key)];
        if let Some(slot) = bucket.slot(print(key)) {
            // The other one is among those before.
            bucket.values[slot] = WHOLE;
        } else if let Some(slot) = bucket.slot(0) {
            bucket.prints[slot] = print(key);
            bucket.values[slot] = value;
        } else {
            whole.push((word, value));
        }
    }
    // All words with a print whose slot says so are kept whole.
    for &(word, value) in positions {
        let key = Key::new(word);
        let bucket = &buckets[place(key)];
        if bucket.slot(print(key)).is_some_and(|slot| bucket.values[slot] == WHOLE) {
            whole.push((word, value));
        }
    }
    whole
}

/// Finds the block of a word.
#[derive(Debug, Default)]
pub(crate) struct Locator {
    firsts: Vec<u64>,
    /// By the high bits of the distance to the first word: how many blocks begin before that.
    begun: Vec<u32>,
    shift: u32,
}

impl Locator {
    /// Of ascending words with which blocks begin.
    pub(crate) fn new(firsts: Vec<u64>) -> Self {
        // About four entries for each block.
        let bits = usize::BITS - firsts.len().leading_zeros() + 2;
        let (shift, begun) = if firsts.is_empty() { (0, Vec::new()) } else { index(&firsts, bits) };
        Self { firsts, begun, shift }
    }

    /// The last block whose first word is not larger; the first one if there is none.
    #[inline]
    pub(crate) fn block(&self, word: u64) -> usize {
        let Some(distance) = self.firsts.first().and_then(|first| word.checked_sub(*first)) else {
            return 0;
        };
        let entry = usize::try_from(distance >> self.shift).unwrap_or(usize::MAX);
        let Some(&[from, to]) = self.begun.get(entry..).and_then(|it| it.first_chunk()) else {
            return self.firsts.len() - 1;
        };
        let (from, to) = (from as usize, to as usize);
        (from + self.firsts[from..to].partition_point(|&first| first <= word)).saturating_sub(1)
    }
}

/// The values of a level.
#[derive(Debug, Default)]
pub(crate) struct NextValues {
    locator: Locator,
    /// Where the buckets of each block begin, and where all end.
    starts: Vec<usize>,
    buckets: Vec<Bucket>,
    whole: HashMap<u64, u16>,
    /// How many bytes were taken for the buckets.
    memory: u64,
}

/// Where the value of a word is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<'a> {
    bucket: &'a Bucket,
    whole: &'a HashMap<u64, u16>,
}

impl NextValues {
    /// Makes it that of another level.
    pub(crate) fn fill(
        &mut self,
        level: &[SolvedBlock],
        memory: &Memory,
    ) -> Result<(), SolveError> {
        self.locator = Locator::new(level.iter().map(|block| block.words.first).collect());
        self.starts.clear();
        self.starts.push(0);
        let mut end = 0;
        for block in level {
            end += buckets_for(block.words.count as usize);
            self.starts.push(end);
        }
        let more = ((end * size_of::<Bucket>()) as u64).saturating_sub(self.memory);
        memory.take(more)?;
        self.memory += more;
        self.buckets.clear();
        self.buckets.resize(end, Bucket::default());
        let mut rest = &mut *self.buckets;
        let open = self
            .starts
            .windows(2)
            .map(|pair| rest.split_off_mut(..pair[1] - pair[0]).expect("there are enough buckets"));
        let open: Vec<&mut [Bucket]> = open.collect();
        let fill = |positions: &mut Vec<(u64, u16)>, (block, open): (&SolvedBlock, _)| {
            positions.clear();
            block.read(positions)?;
            Ok(fill(open, positions))
        };
        let whole: Result<Vec<Vec<_>>, SolveError> =
            level.par_iter().zip(open).map_init(Default::default, fill).collect();
        self.whole.clear();
        self.whole.extend(whole?.into_iter().flatten());
        Ok(())
    }

    /// Where the value of a word is, which the processor is made to fetch; `None` if the level has no words.
    #[inline]
    pub(crate) fn place(&self, key: Key) -> Option<Slot<'_>> {
        let &[start, end] = self.starts.get(self.locator.block(key.word)..)?.first_chunk()?;
        let bucket = &self.buckets[start + scale(key.hash(), (end - start) as u64) as usize];
        prefetch(std::slice::from_ref(bucket));
        Some(Slot { bucket, whole: &self.whole })
    }
}

impl Slot<'_> {
    /// The value of a word that has this place; `None` only if the level does not have the word.
    #[inline]
    pub(crate) fn value(self, key: Key) -> Option<u16> {
        match self.bucket.slot(print(key)).map(|slot| self.bucket.values[slot]) {
            Some(value) if value != WHOLE => Some(value),
            _ => self.whole.get(&key.word).copied(),
        }
    }
}

/// Where a stage begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    /// Its first level.
    pub(crate) level: usize,
    /// The first level that moves lead there from.
    pub(crate) from: usize,
}

/// The values of all levels that moves lead to from one.
#[derive(Debug)]
pub(crate) struct LaterValues<'a> {
    memory: &'a Memory,
    /// The stage of the level.
    pub(crate) stage: u32,
    /// The next level of this stage.
    next: NextValues,
    /// The first levels of later stages, with the first level that moves lead there from.
    begun: BTreeMap<u32, (usize, NextValues)>,
}

impl<'a> LaterValues<'a> {
    pub(crate) fn new(memory: &'a Memory) -> Self {
        Self { memory, stage: 0, next: NextValues::default(), begun: BTreeMap::new() }
    }

    /// Those that moves to a stage lead to.
    #[inline]
    pub(crate) fn of(&self, stage: u32) -> Option<&NextValues> {
        match stage == self.stage {
            true => Some(&self.next),
            false => self.begun.get(&stage).map(|(_, values)| values),
        }
    }

    /// Takes a level of the stage as the next one.
    pub(crate) fn step(&mut self, level: &[SolvedBlock]) -> Result<(), SolveError> {
        self.next.fill(level, self.memory)
    }

    /// Takes the next level, which has this number, as the first one if the stage begins there, and drops those that no
    /// earlier level's moves lead to.
    pub(crate) fn begin(&mut self, number: usize, begin: Stage) {
        if number == begin.level {
            let values = std::mem::take(&mut self.next);
            self.begun.insert(self.stage, (begin.from, values));
        }
        self.begun.retain(|_, (from, values)| {
            let is_used = *from < number;
            self.memory.give(if is_used { 0 } else { values.memory });
            is_used
        });
    }
}

#[cfg(test)]
mod tests {
    use perfectplay_core::retrieval::mix;

    use super::*;
    use crate::solve::levels::{values, words};

    #[test]
    fn every_word_has_its_value() {
        // Words that are scattered, crowded, at both ends, and so many that some prints are the same.
        let crowded = (0..40_000).map(|it| it * it);
        let scattered = (0..200_000).map(mix);
        let mut all: Vec<u64> = crowded.chain(scattered).chain([u64::MAX]).collect();
        all.sort_unstable();
        all.dedup();
        let value = |word: u64| (word % 7) as u16 | (u16::from(word % 1_000 == 0) << 15);
        let mut numbering = values::Numbering::default();
        let block = |words: &[u64]| {
            let values: Vec<u16> = words.iter().map(|&word| value(word)).collect();
            let values = values::pack(words[0], &values, &mut numbering);
            SolvedBlock { words: words::pack(words), values }
        };
        let blocks: Vec<SolvedBlock> = all.chunks(5_000).map(block).collect();
        let mut next = NextValues::default();
        // What it had before does not matter.
        let memory = Memory::new(1 << 30);
        next.fill(&blocks[1..], &memory).unwrap();
        next.fill(&blocks, &memory).unwrap();
        assert!(next.whole.len() > 10);
        for &word in &all {
            let key = Key::new(word);
            assert_eq!(next.place(key).unwrap().value(key), Some(value(word)));
        }
        assert!(NextValues::default().place(Key::new(7)).is_none());
    }

    #[test]
    fn the_block_of_a_word_is_the_last_that_begins_before_it() {
        for firsts in [vec![7], vec![0, 1, 2, u64::MAX], (0..1_000).map(|it| 3 + it * it).collect()]
        {
            let locator = Locator::new(firsts.clone());
            let near =
                firsts.iter().flat_map(|it| [it.saturating_sub(1), *it, it.saturating_add(1)]);
            for word in near.chain([0, u64::MAX]) {
                let expected = firsts.partition_point(|&first| first <= word).saturating_sub(1);
                assert_eq!(locator.block(word), expected, "{word} in {} blocks", firsts.len());
            }
        }
    }
}
