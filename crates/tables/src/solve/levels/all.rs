//! All positions of a game in which positions are in several levels, each once.
//!
//! Few are remembered in a hash table. Where there are more, what moves of a level lead to is sorted as in
//! [`expand`](super::expand), and what was known before is dropped: known words lie in ascending runs, each at least twice as
//! long as the next one, so that few are looked into, and a word is merged a few times at most.

use std::collections::HashSet;

use perfectplay_core::control::{Control, Event};
use rayon::prelude::*;

use super::expand::{Collector, Expansion, Level};
use super::kept::Kept;
use super::merge::{keep_merged, merged, parts};
use super::sort::sort;
use super::store::{Block, Chunk, GROUP, Kind, Store};
use super::words::{self, BLOCK, pack};
use crate::solve::children::{Ask, Batch, Purpose};
use crate::solve::error::SolveError;
use crate::solve::memory::Memory;
use crate::solve::starts::each_start;

/// How many words a hash table remembers at most, as a power of two.
const REMEMBERED: u32 = 20;
/// How many words a block of known ones has: a few words are looked for in one.
const KNOWN_BLOCK: usize = 1 << 11;
/// How many parts of runs each thread merges before they are packed.
const TOGETHER: usize = 4;
/// The number of the first level. Files of these levels are told apart from those of a search that has taken levels for
/// disjoint, and from those behind a hash table of another size, which are divided in another way.
const fn first(bits: u32) -> usize {
    (64 + bits as usize) << LEVEL_BITS
}
const LEVEL_BITS: u32 = 24;

/// All positions of a game.
#[derive(Debug)]
pub(crate) struct AllPositions {
    /// Ascending, of [`BLOCK`] words but for the last one.
    pub(crate) blocks: Vec<Block>,
    pub(crate) states: u64,
    pub(crate) moves: u64,
}

impl AllPositions {
    /// Keeps blocks of all words, so many.
    fn keep(
        blocks: Vec<Block>,
        states: u64,
        moves: u64,
        store: &Store<'_>,
    ) -> Result<Self, SolveError> {
        // Values need the memory more.
        let (mut kept, parts) = (Kept::new(store), blocks.len().div_ceil(GROUP) as u64);
        kept.share = 16;
        let notes = [moves, 0, parts, 0, 0];
        for (part, blocks) in (0..).zip(blocks.chunks(GROUP)) {
            kept.add(Chunk::new((Kind::All, 0, part), notes, blocks.to_vec()))?;
        }
        let blocks = kept.chunks.into_iter().flat_map(|chunk| chunk.blocks).collect();
        Ok(Self { blocks, states, moves })
    }

    /// What an earlier build kept, if it is all there.
    fn left(store: &Store<'_>) -> Option<Self> {
        let chunks = store.take_all(|part| (Kind::All, 0, part))?;
        let (states, moves) = (chunks.iter().map(Chunk::positions).sum(), chunks[0].notes[0]);
        let blocks = chunks.into_iter().flat_map(|chunk| chunk.blocks).collect();
        Some(Self { blocks, states, moves })
    }

    /// The word of a number, which is a place among all words.
    pub(crate) fn word(&self, number: usize) -> Result<u64, SolveError> {
        let mut all = Vec::new();
        words::read(&self.blocks[number / BLOCK], &mut all)?;
        Ok(all[number % BLOCK])
    }

    /// The number of a word, if it is one of them.
    pub(crate) fn number(&self, word: u64) -> Result<Option<usize>, SolveError> {
        let next = self.blocks.partition_point(|block| block.first <= word);
        let Some(block) = next.checked_sub(1) else { return Ok(None) };
        let mut all = Vec::new();
        words::read(&self.blocks[block], &mut all)?;
        Ok(all.binary_search(&word).ok().map(|place| block * BLOCK + place))
    }
}

/// Words that were found before.
struct Known<'a> {
    runs: Vec<Vec<Block>>,
    memory: &'a Memory,
}

fn count(run: &[Block]) -> usize {
    run.iter().map(|block| block.count as usize).sum()
}

fn memory(run: &[Block]) -> u64 {
    run.iter().map(Block::memory).sum()
}

impl Known<'_> {
    /// Adds a run, whose memory is counted.
    fn add(&mut self, mut run: Vec<Block>) -> Result<(), SolveError> {
        while let Some(other) = self.runs.pop_if(|other| count(other) < 2 * count(&run)) {
            let runs = [other, run];
            run = merge(&runs, KNOWN_BLOCK)?;
            debug_assert_eq!(count(&run), runs.iter().map(|run| count(run)).sum());
            self.memory.give(runs.iter().map(|run| memory(run)).sum());
            self.memory.take(memory(&run))?;
        }
        self.runs.push(run);
        Ok(())
    }

    /// Drops the ascending words that are known.
    fn drop_from(&self, words: &mut Vec<u64>) -> Result<(), SolveError> {
        let mut known = Vec::new();
        for run in &self.runs {
            let (mut new, mut rest) = (Vec::with_capacity(words.len()), &**words);
            while let Some(&word) = rest.first() {
                let next = run.partition_point(|block| block.first <= word);
                let is_before = |block: &Block| rest.partition_point(|&word| word < block.first);
                let (own, others) = rest.split_at(run.get(next).map_or(rest.len(), is_before));
                known.clear();
                if let Some(block) = next.checked_sub(1) {
                    words::read(&run[block], &mut known)?;
                }
                let mut place = 0;
                new.extend(own.iter().copied().filter(|&word| {
                    while known.get(place).is_some_and(|&known| known < word) {
                        place += 1;
                    }
                    known.get(place) != Some(&word)
                }));
                rest = others;
            }
            *words = new;
        }
        Ok(())
    }
}

/// One run of several, in blocks of so many words.
fn merge(runs: &[Vec<Block>], block: usize) -> Result<Vec<Block>, SolveError> {
    let (mut blocks, mut words) = (Vec::new(), Vec::new());
    for parts in parts(runs).chunks(TOGETHER * rayon::current_num_threads()) {
        let parts = parts.par_iter().map(|&part| merged(runs, part));
        let parts: Result<Vec<Vec<u64>>, SolveError> = parts.collect();
        parts?.iter().for_each(|part| words.extend(part));
        let whole = words.len() / block * block;
        blocks.par_extend(words[..whole].par_chunks(block).map(pack));
        words.drain(..whole);
    }
    blocks.extend(words.chunks(block).map(pack));
    Ok(blocks)
}

fn blocks_of(words: &[u64]) -> Vec<Block> {
    words.chunks(KNOWN_BLOCK).map(pack).collect()
}

/// The positions in which games begin, as the level of this number.
fn begin<G: Ask>(
    game: &G,
    store: &Store<'_>,
    control: Control<'_>,
    number: usize,
) -> Result<Vec<Block>, SolveError> {
    let mut runs = Vec::new();
    each_start(game, |starts| {
        starts.into_values().map(|words| blocks_of(&words)).try_for_each(|run| {
            store.memory.take(memory(&run))?;
            runs.push(run);
            Ok(())
        })
    })?;
    let mut kept = Kept::new(store);
    keep_merged(&runs, number, &mut kept, control, |words| Ok(blocks_of(&words)))?;
    store.memory.give(runs.iter().map(|run| memory(run)).sum());
    Ok(kept.chunks.into_iter().flat_map(|chunk| chunk.blocks).collect())
}

/// Finds all positions of a game, and calls `each` with the blocks of every level.
pub(crate) fn find_all<G: Ask>(
    game: &G,
    store: &Store<'_>,
    control: Control<'_>,
    mut each: impl FnMut(&[Block]) -> Result<(), SolveError>,
) -> Result<AllPositions, SolveError> {
    if let Some(left) = AllPositions::left(store) {
        return Ok(left);
    }
    control.event(Event::Phase { name: "finding", states: None });
    control.set_position(0);
    let (mut batch, mut spare, mut moves) = (Batch::default(), Vec::new(), 0);
    let bits = (store.buffer(8 << REMEMBERED) / 8).max(1).ilog2();
    let (most, mut number) = (1 << bits, first(bits));
    let mut blocks = begin(game, store, control, number)?;
    let mut words = Vec::new();
    if count(&blocks) < most {
        store.memory.give(memory(&blocks));
        blocks.drain(..).try_for_each(|block| words::read(&block, &mut words))?;
    }
    let mut seen: HashSet<u64> = words.iter().copied().collect();
    let mut keep_new = |next: &mut Vec<u64>, seen: &HashSet<u64>| {
        sort(next, &mut spare);
        next.dedup();
        next.retain(|word| !seen.contains(word));
        next.len() + seen.len() < most
    };
    'few: while !words.is_empty() {
        let (mut next, mut more, mut full) = (Vec::new(), 0, most);
        for words in words.chunks(G::TOGETHER) {
            game.ask(words, Purpose::Find, &mut batch)?;
            more += batch.children.len() as u64;
            next.extend(batch.children.iter().map(|child| child.key.word));
            if next.len() >= full {
                if !keep_new(&mut next, &seen) {
                    break 'few;
                }
                full = next.len() + most;
            }
        }
        if !keep_new(&mut next, &seen) {
            break;
        }
        each(&blocks_of(&words))?;
        control.set_length(seen.len() as u64);
        control.advance(words.len() as u64)?;
        event(control, words.len() as u64, more);
        moves += more;
        seen.extend(&next);
        words = next;
        number += 1;
    }
    let mut all: Vec<u64> = seen.into_iter().collect();
    all.sort_unstable();
    let mut states = all.len() as u64;
    if words.is_empty() && blocks.is_empty() {
        let blocks = all.chunks(BLOCK).map(pack).collect();
        return AllPositions::keep(blocks, states, moves, store);
    }
    let mut collectors: Vec<Collector> =
        (0..rayon::current_num_threads()).map(|_| Collector::default()).collect();
    let mut known = Known { runs: Vec::new(), memory: store.memory };
    if blocks.is_empty() {
        blocks = blocks_of(&words);
        let all = blocks_of(&all);
        store.memory.take(memory(&all))?;
        known.add(all)?;
    } else {
        states = count(&blocks) as u64;
        known.add(blocks.clone())?;
    }
    while !blocks.is_empty() {
        if number >= first(bits + 1) {
            return Err(SolveError::TooLarge);
        }
        let level = Level::new(number, 0, blocks.iter());
        control.set_length(states);
        each(&blocks)?;
        let next = Expansion::new(game, &level, store, control)?.next(&level, &mut collectors)?;
        event(control, level.positions, next.moves);
        moves += next.moves;
        number += 1;
        let (mut found, mut new) = (Kept::new(store), Kept::new(store));
        next.finish(&mut found)?;
        let of_stages = found.chunks.chunk_by(|one, next| one.stage() == next.stage());
        let run = |chunks: &[Chunk]| chunks.iter().flat_map(|it| &it.blocks).cloned().collect();
        let runs: Vec<Vec<Block>> = of_stages.map(run).collect();
        keep_merged(&runs, number, &mut new, control, |mut words| {
            known.drop_from(&mut words)?;
            Ok(blocks_of(&words))
        })?;
        store.memory.give(found.chunks.iter().map(Chunk::memory).sum());
        blocks = new.chunks.into_iter().flat_map(|chunk| chunk.blocks).collect();
        states += count(&blocks) as u64;
        known.add(blocks.clone())?;
    }
    let blocks = merge(&known.runs, BLOCK)?;
    store.memory.give(known.runs.iter().map(|run| memory(run)).sum());
    drop(known);
    AllPositions::keep(blocks, states, moves, store)
}

/// Bytes of memory for each position, and of disk for each move, until all is solved.
const OF_POSITION: u64 = 5;
const OF_MOVE: u64 = 7;

fn event(control: Control<'_>, positions: u64, moves: u64) {
    let [memory, disk] = [OF_POSITION * positions, OF_MOVE * moves];
    control.event(Event::Level { positions, moves, memory: memory + disk, disk });
}
