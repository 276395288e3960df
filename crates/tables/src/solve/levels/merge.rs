//! Merges sorted runs of blocks in the order of their words.

use super::kept::Kept;
use super::store::{Block, Chunk, Kind};
use super::values::SolvedBlock;
use super::words;
use crate::solve::prelude::*;

/// How many blocks' words are merged at a time, on each thread.
const BLOCKS: usize = 16;

/// A block of what is in the order of words.
pub(super) trait Sorted: Sync {
    type Item: Send;

    fn first(&self) -> u64;

    fn word(item: &Self::Item) -> u64;

    /// Appends all that it has.
    fn read(&self, items: &mut Vec<Self::Item>) -> Result<(), SolveError>;
}

impl Sorted for SolvedBlock {
    type Item = (u64, u16);

    fn first(&self) -> u64 {
        self.words.first
    }

    fn word(&(word, _): &(u64, u16)) -> u64 {
        word
    }

    fn read(&self, positions: &mut Vec<(u64, u16)>) -> Result<(), SolveError> {
        self.read(positions)
    }
}

impl Sorted for Block {
    type Item = u64;

    fn first(&self) -> u64 {
        self.first
    }

    fn word(&word: &u64) -> u64 {
        word
    }

    fn read(&self, all: &mut Vec<u64>) -> Result<(), SolveError> {
        words::read(self, all)
    }
}

/// Words from the first one to before the second one, or all that follow.
pub(super) type Part = (u64, Option<u64>);

/// Parts of which each has some blocks of all runs.
pub(super) fn parts<B: Sorted>(runs: &[Vec<B>]) -> Vec<Part> {
    let mut firsts: Vec<u64> = runs.iter().flatten().map(B::first).collect();
    firsts.sort_unstable();
    let mut starts: Vec<u64> = firsts.into_iter().step_by(BLOCKS).collect();
    starts.dedup();
    let ends = starts.get(1..).unwrap_or_default().iter().copied().map(Some).chain([None]);
    starts.iter().copied().zip(ends).collect()
}

/// What runs have in a part, in the order of words.
pub(super) fn merged<B: Sorted>(
    runs: &[Vec<B>],
    (start, end): Part,
) -> Result<Vec<B::Item>, SolveError> {
    let is_before_end = |word: u64| end.is_none_or(|end| word < end);
    let mut items = Vec::new();
    for run in runs {
        // The block before may reach into the part.
        let from = run.partition_point(|block| block.first() <= start).saturating_sub(1);
        let to = run.partition_point(|block| is_before_end(block.first()));
        let begin = items.len();
        run[from.min(to)..to].iter().try_for_each(|block| block.read(&mut items))?;
        let own = &items[begin..];
        let low = own.partition_point(|it| B::word(it) < start);
        let high = own.partition_point(|it| is_before_end(B::word(it)));
        items.truncate(begin + high);
        items.drain(begin..begin + low);
    }
    // The runs are sorted, which a stable sort makes use of.
    items.sort_by_key(B::word);
    Ok(items)
}

/// Keeps what several runs have as chunks of this kind and level, each word once, in the blocks that are made of it; unless an
/// earlier build left them.
pub(super) fn keep_merged(
    runs: &[Vec<Block>],
    (kind, level): (Kind, usize),
    kept: &mut Kept<'_>,
    control: Control<'_>,
    blocks_of: impl Fn(Vec<u64>) -> Result<Vec<Block>, SolveError> + Sync,
) -> Result<(), SolveError> {
    let blocks = |&part: &Part| {
        let mut words = merged(runs, part)?;
        words.dedup();
        control.check()?;
        blocks_of(words)
    };
    let all = parts(runs);
    let groups: Vec<&[Part]> = all.chunks(kept.store.group()).collect();
    let key = |group| (kind, level, group as u64);
    kept.fill_each(groups.len(), key, |group| {
        let blocks: Result<Vec<_>, SolveError> = groups[group].par_iter().map(blocks).collect();
        Ok(Chunk::new(key(group), [0; _], blocks?.into_iter().flatten().collect()))
    })
}
