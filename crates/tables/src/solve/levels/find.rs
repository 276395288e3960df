//! Finds the positions level by level.

use std::collections::HashSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard};

use perfectplay_core::control::Control;
use perfectplay_core::retrieval::mix;
use rayon::prelude::*;

use super::next::Locator;
use super::sort::sort;
use super::words::{BLOCK, Block};
use crate::solve::children::{Ask, Batch, Purpose, checked_key, guarded};
use crate::solve::error::SolveError;
use crate::solve::game::Game;
use crate::solve::memory::Memory;

/// A level of fewer positions is expanded on one thread, without ranges.
const FEW: u64 = 1 << 12;
/// About how many words a range has.
const RANGE: usize = 1 << 16;
/// The most ranges.
const MOST_RANGES: usize = 1 << 10;
/// How many words all ranges together collect before they are sorted, and how many one collects at least.
const COLLECTED: usize = 1 << 20;
const FEWEST: usize = 1 << 12;
/// How many positions are looked at for where ranges begin.
const SAMPLED: usize = 1 << 14;
/// How many words for one range a thread has before it hands them over.
const HANDED: usize = 64;
/// How many words that were found last a thread remembers, as a power of two: many moves lead to one of them.
const RECENT_BITS: u32 = 15;
/// How many words of all levels are remembered, to see soon that the game has none.
const REMEMBERED: usize = 1 << 16;

/// All positions of a game, each in one level, as far as is known.
#[derive(Debug)]
pub(crate) struct Levels {
    pub(crate) levels: Vec<Vec<Block>>,
    pub(crate) states: u64,
    pub(crate) moves: u64,
}

/// Finds all positions of a game; `None` if it shows that moves do not always lead one level on.
pub(crate) fn find<G: Ask>(
    game: &G,
    memory: &Memory,
    control: Control<'_>,
) -> Result<Option<Levels>, SolveError> {
    let start =
        guarded(game, &Default::default(), || checked_key(game.game(), game.game().start()))?;
    let mut collectors: Vec<Collector> =
        (0..rayon::current_num_threads()).map(|_| Collector::default()).collect();
    let mut remembered =
        Remembered { most: u64::MAX, words: HashSet::new(), checkpoint: Vec::new() };
    let mut level = vec![Block::new(&[start.word])];
    let (mut levels, mut states, mut moves) = (Vec::new(), 0, 0);
    control.set_position(0);
    while !level.is_empty() {
        let count = level.iter().map(|block| u64::from(block.count)).sum::<u64>();
        states += count;
        control.set_length(states);
        memory.take(level.iter().map(Block::bytes).sum())?;
        if !remembered.are_new(&level, levels.len()) {
            return Ok(None);
        }
        let expansion = Expansion::new(game, &level, count, memory, control)?;
        // What ranges collect is sorted in as much memory.
        let collected = 16 * (2 * count).min(COLLECTED as u64);
        memory.take(collected)?;
        let next = expansion.expand(&level, &mut collectors)?;
        memory.give(collected);
        moves += expansion.moves.into_inner();
        levels.push(std::mem::replace(&mut level, next));
    }
    Ok(Some(Levels { levels, states, moves }))
}

/// Words of earlier levels.
struct Remembered {
    /// Those of all levels with the smallest hashes.
    most: u64,
    words: HashSet<u64>,
    /// The first words of one level, ascending: the last one whose number is a power of two.
    ///
    /// They end the search of every game in which play can go on for ever. Let such a game have n positions, and c ≥ n be the
    /// number of that level. Play comes to each of its positions in c moves, and so past some position twice, m ≤ n moves
    /// apart; with these moves once more it comes there in c + m. So the position is in a level before 2 c, too.
    checkpoint: Vec<u64>,
}

impl Remembered {
    /// Adds some words of a level with a number, unless it has one of an earlier level.
    fn are_new(&mut self, level: &[Block], number: usize) -> bool {
        if number.is_power_of_two() {
            self.checkpoint.clear();
            read(&level[0], &mut self.checkpoint);
        } else if let (Some(first), Some(last)) = (self.checkpoint.first(), self.checkpoint.last())
        {
            let from = level.partition_point(|block| block.first <= *first).saturating_sub(1);
            let to = level.partition_point(|block| block.first <= *last);
            let mut words = Vec::new();
            level[from..to.max(from)].iter().for_each(|block| read(block, &mut words));
            if words.iter().any(|word| self.checkpoint.binary_search(word).is_ok()) {
                return false;
            }
        }
        let some = |block: &Block| {
            let mut words = Vec::new();
            read(block, &mut words);
            words.retain(|&word| mix(word) <= self.most);
            words
        };
        let some: Vec<Vec<u64>> = level.par_iter().map(some).collect();
        for word in some.into_iter().flatten() {
            if mix(word) <= self.most && !self.words.insert(word) {
                return false;
            }
            if self.words.len() > REMEMBERED {
                self.most /= 2;
                self.words.retain(|&word| mix(word) <= self.most);
            }
        }
        true
    }
}

/// Appends the words of a block.
fn read(block: &Block, words: &mut Vec<u64>) {
    block.read(words).expect("it was written here");
}

/// Words that a thread has found.
#[derive(Default)]
struct Collector {
    batch: Batch,
    words: Vec<u64>,
    /// Some that were found last, each at the place that it has by its bits.
    recent: Vec<u64>,
    /// By range.
    found: Vec<Vec<u64>>,
    spare: Vec<u64>,
}

/// Where a word is remembered.
#[inline]
const fn recent_place(word: u64) -> usize {
    (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - RECENT_BITS)) as usize
}

impl Collector {
    fn begin(&mut self, ranges: usize, is_large: bool) {
        self.found.resize_with(ranges, Vec::new);
        self.recent.clear();
        if !is_large {
            return;
        }
        // 0 is not at any of these places, and 1 not at the first one.
        self.recent.resize(1 << RECENT_BITS, 0);
        self.recent[0] = 1;
    }
}

/// What one range of words has collected.
#[derive(Default)]
struct OpenRange {
    words: Vec<u64>,
    /// Sorted ones.
    runs: Vec<Block>,
}

struct Expansion<'a, G> {
    game: &'a G,
    memory: &'a Memory,
    control: Control<'a>,
    locator: Locator,
    ranges: Vec<Mutex<OpenRange>>,
    /// How many words a range collects before they are sorted.
    room: usize,
    moves: AtomicU64,
}

impl<'a, G: Ask> Expansion<'a, G> {
    fn new(
        game: &'a G,
        level: &[Block],
        count: u64,
        memory: &'a Memory,
        control: Control<'a>,
    ) -> Result<Self, SolveError> {
        let mut sample = Vec::new();
        if count > FEW {
            let (mut batch, mut words) = (Batch::default(), Vec::new());
            let blocks = level.len().min(SAMPLED / 256);
            for number in 0..blocks {
                words.clear();
                let block = &level[number * level.len() / blocks];
                read(block, &mut words);
                let every = words.len().div_ceil(SAMPLED / blocks);
                let some: Vec<u64> = words.iter().copied().step_by(every).collect();
                for some in some.chunks(G::TOGETHER) {
                    game.ask(some, Purpose::Solve, &mut batch)?;
                    sample.extend(batch.children.iter().map(|child| child.key.word));
                }
            }
            sample.sort_unstable();
        }
        let ranges = (2 * count as usize / RANGE).clamp(1, MOST_RANGES).min(sample.len().max(1));
        let first = |range: usize| sample[range * sample.len() / ranges];
        let mut firsts: Vec<u64> = (0..ranges).filter(|_| !sample.is_empty()).map(first).collect();
        firsts.dedup();
        let ranges = (0..firsts.len().max(1)).map(|_| Mutex::default()).collect::<Vec<_>>();
        let room = (COLLECTED / ranges.len()).clamp(FEWEST, RANGE);
        let (locator, moves) = (Locator::new(firsts), AtomicU64::new(0));
        Ok(Self { game, memory, control, locator, ranges, room, moves })
    }

    /// The positions that moves of a level lead to.
    fn expand(
        &self,
        level: &[Block],
        collectors: &mut [Collector],
    ) -> Result<Vec<Block>, SolveError> {
        let next = AtomicUsize::new(0);
        let work = |own: &mut Collector| {
            own.begin(self.ranges.len(), level.len() > 1);
            while let Some(block) = level.get(next.fetch_add(1, Relaxed)) {
                self.expand_block(block, own)?;
            }
            (0..self.ranges.len()).try_for_each(|range| self.hand_over(range, own))
        };
        let stop = |_: &SolveError| next.store(level.len(), Relaxed);
        let threads = level.len().min(collectors.len());
        let collectors = &mut collectors[..threads];
        collectors.par_iter_mut().try_for_each(|own| work(own).inspect_err(stop))?;
        let blocks: Result<Vec<_>, SolveError> =
            self.ranges.par_iter().map(|range| self.finish(range)).collect();
        Ok(blocks?.into_iter().flatten().collect())
    }

    fn expand_block(&self, block: &Block, own: &mut Collector) -> Result<(), SolveError> {
        let mut words = std::mem::take(&mut own.words);
        words.clear();
        read(block, &mut words);
        for words in words.chunks(G::TOGETHER) {
            self.game.ask(words, Purpose::Find, &mut own.batch)?;
            self.moves.fetch_add(own.batch.children.len() as u64, Relaxed);
            for place in 0..own.batch.children.len() {
                let word = own.batch.children[place].key.word;
                if let Some(recent) = own.recent.get_mut(recent_place(word))
                    && std::mem::replace(recent, word) == word
                {
                    continue;
                }
                let range = self.locator.block(word);
                own.found[range].push(word);
                if own.found[range].len() == HANDED {
                    self.hand_over(range, own)?;
                }
            }
            self.control.advance(words.len() as u64)?;
        }
        own.words = words;
        Ok(())
    }

    fn range<'b>(&self, range: &'b Mutex<OpenRange>) -> MutexGuard<'b, OpenRange> {
        range.lock().expect("no panic holds it")
    }

    /// Adds the words that a thread has found to their range.
    fn hand_over(&self, range: usize, own: &mut Collector) -> Result<(), SolveError> {
        let mut open = self.range(&self.ranges[range]);
        if open.words.capacity() == 0 && self.ranges.len() > 1 {
            open.words.reserve_exact(self.room + HANDED);
        }
        open.words.append(&mut own.found[range]);
        if open.words.len() < self.room {
            return Ok(());
        }
        let mut words = std::mem::take(&mut open.words);
        drop(open);
        sort(&mut words, &mut own.spare);
        words.dedup();
        let run: Vec<Block> = words.chunks(BLOCK).map(Block::new).collect();
        self.memory.take(run.iter().map(Block::bytes).sum())?;
        self.range(&self.ranges[range]).runs.extend(run);
        Ok(())
    }

    /// The blocks of a range that is complete.
    fn finish(&self, range: &Mutex<OpenRange>) -> Result<Vec<Block>, SolveError> {
        let OpenRange { mut words, runs } = std::mem::take(&mut *self.range(range));
        self.control.check()?;
        runs.iter().for_each(|run| read(run, &mut words));
        self.memory.give(runs.iter().map(Block::bytes).sum());
        sort(&mut words, &mut Vec::new());
        words.dedup();
        Ok(words.chunks(BLOCK).map(Block::new).collect())
    }
}
