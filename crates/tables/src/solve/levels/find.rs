//! Finds the positions level by level.

use std::collections::HashSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard};

use perfectplay_core::control::{Control, Event};
use perfectplay_core::retrieval::mix;
use rayon::prelude::*;

use super::next::Locator;
use super::small::{SMALL, SmallLevels};
use super::sort::sort;
use super::store::{Block, Chunk, Kept, Kind, Store};
use super::words::{BLOCK, pack, read};
use crate::solve::children::{Ask, Batch, Purpose, checked_key, guarded};
use crate::solve::error::SolveError;
use crate::solve::game::Game;

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
/// How many blocks are expanded before what they lead to is kept: about a tenth of a second's work, or a part of a level.
const PORTION: usize = 32;
const PORTIONS: usize = 64;
/// How many ranges are kept together.
const GROUP: usize = 128;
/// How many words of all levels are remembered, to see soon that the game has none.
const REMEMBERED: usize = 1 << 16;

/// All positions of a game, each in one level, as far as is known.
#[derive(Debug)]
pub(crate) struct Levels {
    /// Of the levels one after another.
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) states: u64,
    pub(crate) moves: u64,
}

/// Finds all positions of a game; `None` if it shows that moves do not always lead one level on.
pub(crate) fn find<G: Ask>(
    game: &G,
    store: &Store<'_>,
    control: Control<'_>,
) -> Result<Option<Levels>, SolveError> {
    let start =
        guarded(game, &Default::default(), || checked_key(game.game(), game.game().start()))?;
    let mut collectors: Vec<Collector> =
        (0..rayon::current_num_threads()).map(|_| Collector::default()).collect();
    let remembered = Remembered { most: u64::MAX, words: HashSet::new(), checkpoint: Vec::new() };
    let (kept, mut first, mut number) = (Kept::new(store), 0, 0);
    let mut found = Found { game, store, control, kept, remembered, states: 0, moves: 0 };
    control.event(Event::Phase { name: "finding", states: None });
    control.set_position(0);
    match store.left() {
        0 => {}
        states => control.event(Event::Resuming { states }),
    }
    found.keep_level(0, &[start.word], 0)?;
    loop {
        let level = Level::new(number, &found.kept.chunks[first..]);
        if level.blocks.is_empty() {
            break;
        }
        found.states += level.positions;
        control.set_length(found.states);
        if !found.remembered.are_new(&level)? {
            return Ok(None);
        }
        if level.positions <= SMALL as u64 {
            let words = level.words()?;
            let Some(next) = found.follow(number, words)? else { return Ok(None) };
            first = found.kept.chunks.len();
            number = next.number;
            if !next.words.is_empty() {
                found.keep_level(number, &next.words, next.moves)?;
            }
            continue;
        }
        let expansion = Expansion::new(game, &level, store, control)?;
        let next = expansion.next(&level, &mut collectors)?;
        let memory = level.blocks.iter().map(|block| block.memory()).sum();
        let positions = level.positions;
        control.event(Event::Level { positions, moves: next.moves, memory, disk: memory });
        first = found.kept.chunks.len();
        found.moves += next.moves;
        next.finish(|chunk| found.kept.add(chunk))?;
        number += 1;
    }
    let Found { kept, states, moves, .. } = found;
    Ok(Some(Levels { chunks: kept.chunks, states, moves }))
}

/// What has been found.
struct Found<'a, G> {
    game: &'a G,
    store: &'a Store<'a>,
    control: Control<'a>,
    kept: Kept<'a>,
    remembered: Remembered,
    states: u64,
    moves: u64,
}

/// Words of a level that is not kept yet, to which so many moves lead.
struct NewLevel {
    number: usize,
    words: Vec<u64>,
    moves: u64,
}

impl<G: Ask> Found<'_, G> {
    /// Keeps a level by itself, unless an earlier build has left it.
    fn keep_level(&mut self, number: usize, words: &[u64], moves: u64) -> Result<(), SolveError> {
        let key = (Kind::Words, number, 0);
        let new = || Chunk::new(key, [moves, 0, 0, 0, 0], words.chunks(BLOCK).map(pack).collect());
        self.moves += moves;
        self.kept.add(self.store.take(key).unwrap_or_else(new))
    }

    /// Finds and keeps the small levels behind one, whose words are given. Returns the next one, which is not small, or
    /// empty; or `None` if it shows that there are no levels.
    fn follow(
        &mut self,
        mut number: usize,
        mut words: Vec<u64>,
    ) -> Result<Option<NewLevel>, SolveError> {
        let (mut batch, mut small) = (Batch::default(), SmallLevels::default());
        loop {
            let (mut next, mut moves) = (Vec::new(), 0);
            let key = (Kind::SmallLevels, number + 1, 0);
            let left = if small.is_empty() { self.store.take(key) } else { None };
            let levels = match &left {
                Some(chunk) => SmallLevels::read(chunk)?,
                None => {
                    for words in words.chunks(G::TOGETHER) {
                        self.game.ask(words, Purpose::Find, &mut batch)?;
                        next.extend(batch.children.iter().map(|child| child.key.word));
                    }
                    moves = next.len() as u64;
                    next.sort_unstable();
                    next.dedup();
                    vec![next]
                }
            };
            for next in levels {
                let (positions, memory) = (words.len() as u64, 8 * words.len() as u64);
                self.control.event(Event::Level { positions, moves, memory, disk: memory });
                self.control.advance(positions)?;
                number += 1;
                let is_small = (1..=SMALL).contains(&next.len());
                if left.is_none() && !small.is_empty() && (!is_small || small.is_full()) {
                    self.moves += small.moves;
                    let from = number - small.levels();
                    self.kept.add(small.take(from))?;
                }
                if !is_small {
                    return Ok(Some(NewLevel { number, words: next, moves }));
                }
                self.states += next.len() as u64;
                self.control.set_length(self.states);
                if !self.remembered.are_new_words(number, &next) {
                    return Ok(None);
                }
                if left.is_none() {
                    small.push(&next, moves);
                }
                words = next;
            }
            if let Some(chunk) = left {
                self.moves += chunk.notes[0];
                self.kept.add(chunk)?;
            }
        }
    }
}

/// Positions that are equally far from the start.
struct Level<'a> {
    number: usize,
    blocks: Vec<&'a Block>,
    positions: u64,
}

impl<'a> Level<'a> {
    fn new(number: usize, chunks: &'a [Chunk]) -> Self {
        let blocks: Vec<&Block> = chunks.iter().flat_map(|chunk| &chunk.blocks).collect();
        let positions = blocks.iter().map(|block| u64::from(block.count)).sum();
        Self { number, blocks, positions }
    }

    fn words(&self) -> Result<Vec<u64>, SolveError> {
        let mut words = Vec::new();
        self.blocks.iter().try_for_each(|block| read(block, &mut words))?;
        Ok(words)
    }
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
    /// Adds some words of a level, unless it has one of an earlier level.
    fn are_new(&mut self, level: &Level<'_>) -> Result<bool, SolveError> {
        let blocks = &*level.blocks;
        if level.number.is_power_of_two() {
            self.checkpoint.clear();
            read(blocks[0], &mut self.checkpoint)?;
        } else if let (Some(first), Some(last)) = (self.checkpoint.first(), self.checkpoint.last())
        {
            let from = blocks.partition_point(|block| block.first <= *first).saturating_sub(1);
            let to = blocks.partition_point(|block| block.first <= *last);
            let mut words = Vec::new();
            blocks[from..to.max(from)].iter().try_for_each(|block| read(block, &mut words))?;
            if words.iter().any(|word| self.checkpoint.binary_search(word).is_ok()) {
                return Ok(false);
            }
        }
        let some = |block: &&Block| {
            let mut words = Vec::new();
            read(block, &mut words)?;
            Ok(words.into_iter().filter(|&word| mix(word) <= self.most).collect())
        };
        let some: Result<Vec<Box<[u64]>>, SolveError> = blocks.par_iter().map(some).collect();
        Ok(some?.iter().all(|words| self.insert(words)))
    }

    /// Adds some words of a small level, unless it has one of an earlier level.
    fn are_new_words(&mut self, number: usize, words: &[u64]) -> bool {
        if number.is_power_of_two() {
            self.checkpoint = words.to_vec();
        } else if words.iter().any(|word| self.checkpoint.binary_search(word).is_ok()) {
            return false;
        }
        self.insert(words)
    }

    /// Adds those of some words that have small hashes, unless one is there.
    fn insert(&mut self, words: &[u64]) -> bool {
        for &word in words {
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
    store: &'a Store<'a>,
    control: Control<'a>,
    /// The level that is expanded.
    number: usize,
    locator: Locator,
    ranges: Vec<Mutex<OpenRange>>,
    /// How many words a range collects before they are sorted.
    room: usize,
    moves: AtomicU64,
}

impl<'a, G: Ask> Expansion<'a, G> {
    fn new(
        game: &'a G,
        level: &Level<'_>,
        store: &'a Store<'a>,
        control: Control<'a>,
    ) -> Result<Self, SolveError> {
        let mut sample = Vec::new();
        if level.positions > FEW {
            let (mut batch, mut words) = (Batch::default(), Vec::new());
            let blocks = level.blocks.len().min(SAMPLED / 256);
            for number in 0..blocks {
                words.clear();
                read(level.blocks[number * level.blocks.len() / blocks], &mut words)?;
                let every = words.len().div_ceil(SAMPLED / blocks);
                let some: Vec<u64> = words.iter().copied().step_by(every).collect();
                for some in some.chunks(G::TOGETHER) {
                    game.ask(some, Purpose::Solve, &mut batch)?;
                    sample.extend(batch.children.iter().map(|child| child.key.word));
                }
            }
            sample.sort_unstable();
        }
        let ranges = (2 * level.positions as usize / RANGE).clamp(1, MOST_RANGES);
        let ranges = ranges.min(sample.len().max(1));
        let first = |range: usize| sample[range * sample.len() / ranges];
        let mut firsts: Vec<u64> = (0..ranges).filter(|_| !sample.is_empty()).map(first).collect();
        firsts.dedup();
        let ranges = (0..firsts.len().max(1)).map(|_| Mutex::default()).collect::<Vec<_>>();
        let room = (store.buffer(COLLECTED) / ranges.len()).clamp(FEWEST, RANGE);
        let (number, locator, moves) = (level.number, Locator::new(firsts), AtomicU64::new(0));
        Ok(Self { game, store, control, number, locator, ranges, room, moves })
    }

    /// The positions that moves of the level lead to, as far as an earlier build has not left them.
    fn next(
        self,
        level: &Level<'_>,
        collectors: &mut [Collector],
    ) -> Result<NextLevel<'a, G>, SolveError> {
        let part = |part| self.store.take((Kind::Words, self.number + 1, part));
        let parts: Vec<Option<Chunk>> = (0..self.ranges.len().div_ceil(GROUP)).map(part).collect();
        let known = parts.iter().flatten().next().map(|chunk| chunk.notes[0]);
        let (mut runs, mut moves) = (Kept::new(self.store), known.unwrap_or_default());
        if parts.iter().any(Option::is_none) {
            // What ranges collect is sorted in as much memory.
            let collected = 16 * (2 * level.positions).min(self.store.buffer(COLLECTED) as u64);
            self.store.memory.take(collected)?;
            moves = 0;
            let portion = PORTION.max(level.blocks.len() / PORTIONS);
            for (part, blocks) in level.blocks.chunks(portion).enumerate() {
                let key = (Kind::Runs, self.number, part);
                let chunk = match self.store.take(key) {
                    Some(chunk) => {
                        let positions = blocks.iter().map(|block| u64::from(block.count));
                        self.control.advance(positions.sum())?;
                        chunk
                    }
                    None => {
                        self.expand(blocks, collectors)?;
                        let runs = match level.blocks.len() > portion {
                            true => self.take_runs()?,
                            false => Vec::new(),
                        };
                        Chunk::new(key, [self.moves.swap(0, Relaxed), 0, 0, 0, 0], runs)
                    }
                };
                moves += chunk.notes[0];
                runs.add(chunk)?;
            }
            self.store.memory.give(collected);
        } else {
            self.control.advance(level.positions)?;
        }
        Ok(NextLevel { expansion: self, parts, runs: runs.chunks, moves })
    }

    /// Collects what moves lead to from some blocks.
    fn expand(&self, blocks: &[&Block], collectors: &mut [Collector]) -> Result<(), SolveError> {
        let next = AtomicUsize::new(0);
        let work = |own: &mut Collector| {
            own.begin(self.ranges.len(), blocks.len() > 1);
            while let Some(block) = blocks.get(next.fetch_add(1, Relaxed)) {
                self.expand_block(block, own)?;
            }
            (0..self.ranges.len()).try_for_each(|range| self.hand_over(range, own))
        };
        let stop = |_: &SolveError| next.store(blocks.len(), Relaxed);
        let threads = blocks.len().min(collectors.len());
        let collectors = &mut collectors[..threads];
        collectors.par_iter_mut().try_for_each(|own| work(own).inspect_err(stop))
    }

    fn expand_block(&self, block: &Block, own: &mut Collector) -> Result<(), SolveError> {
        let mut words = std::mem::take(&mut own.words);
        words.clear();
        read(block, &mut words)?;
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
        let run = sorted(&mut words, &mut own.spare);
        self.store.memory.take(run.iter().map(Block::memory).sum())?;
        self.range(&self.ranges[range]).runs.extend(run);
        Ok(())
    }

    /// Takes what all ranges have collected.
    fn take_runs(&self) -> Result<Vec<Block>, SolveError> {
        let take = |range: &Mutex<OpenRange>| {
            let OpenRange { mut words, mut runs } = std::mem::take(&mut *self.range(range));
            self.store.memory.give(runs.iter().map(Block::memory).sum());
            runs.extend(sorted(&mut words, &mut Vec::new()));
            self.control.check().map(|()| runs)
        };
        let runs: Result<Vec<_>, _> = self.ranges.par_iter().map(take).collect();
        Ok(runs?.into_iter().flatten().collect())
    }
}

/// Blocks of words in any order.
fn sorted(words: &mut Vec<u64>, spare: &mut Vec<u64>) -> Vec<Block> {
    sort(words, spare);
    words.dedup();
    words.chunks(BLOCK).map(pack).collect()
}

/// What was found of the next level.
struct NextLevel<'a, G> {
    expansion: Expansion<'a, G>,
    /// The parts that an earlier build left.
    parts: Vec<Option<Chunk>>,
    runs: Vec<Chunk>,
    /// How many moves lead there.
    moves: u64,
}

impl<G: Ask> NextLevel<'_, G> {
    /// Calls `keep` with each part.
    fn finish(
        self,
        mut keep: impl FnMut(Chunk) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let Self { expansion, parts, runs, moves } = self;
        let mut of_range: Vec<Vec<&Block>> = vec![Vec::new(); expansion.ranges.len()];
        for block in runs.iter().flat_map(|chunk| &chunk.blocks) {
            of_range[expansion.locator.block(block.first)].push(block);
        }
        let ranges = expansion.ranges.chunks(GROUP).zip(of_range.chunks(GROUP));
        for ((part, chunk), (ranges, of_range)) in parts.into_iter().enumerate().zip(ranges) {
            let finish = |(range, runs): (&Mutex<OpenRange>, &Vec<&Block>)| {
                let OpenRange { mut words, runs: own } =
                    std::mem::take(&mut *expansion.range(range));
                expansion.control.check()?;
                runs.iter().copied().chain(&own).try_for_each(|run| read(run, &mut words))?;
                expansion.store.memory.give(own.iter().map(Block::memory).sum());
                Ok(sorted(&mut words, &mut Vec::new()))
            };
            keep(match chunk {
                Some(chunk) => chunk,
                None => {
                    let blocks = ranges.par_iter().zip(of_range).map(finish);
                    let blocks: Result<Vec<_>, SolveError> = blocks.collect();
                    let blocks = blocks?.into_iter().flatten().collect();
                    let key = (Kind::Words, expansion.number + 1, part);
                    Chunk::new(key, [moves, 0, 0, 0, 0], blocks)
                }
            })?;
        }
        expansion.store.memory.give(runs.iter().map(Chunk::memory).sum());
        expansion.store.remove_runs(expansion.number);
        Ok(())
    }
}
