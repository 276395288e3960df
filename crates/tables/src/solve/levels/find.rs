//! Finds the positions level by level.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use perfectplay_core::control::{Control, Event};
use perfectplay_core::retrieval::mix;
use rayon::prelude::*;

use super::merge::{merged, parts};
use super::next::Locator;
use super::ranges::{Collected, Item, Ranges};
use super::small::{SMALL, SmallLevels};
use super::sort::sort;
use super::store::{Block, Chunk, Kept, Kind, Store};
use super::words::{BLOCK, pack, read};
use crate::solve::children::{Ask, Batch, Child, Purpose, checked_key, guarded, mistake};
use crate::solve::error::{Mistake, SolveError};
use crate::solve::game::{Game, Values};

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
pub(super) const GROUP: usize = 128;
/// How many words of all levels are remembered, to see soon that the game has none.
const REMEMBERED: usize = 1 << 16;

/// All positions of a game, each in one level, as far as is known.
#[derive(Debug)]
pub(crate) struct Levels {
    pub(crate) chunks: Vec<Chunk>,
    /// The number of each level, and where its chunks begin. Small levels that are together are in the place of their first.
    pub(crate) begins: Vec<(usize, usize)>,
    pub(crate) stages: BTreeMap<u32, Stage>,
    pub(crate) states: u64,
    pub(crate) moves: u64,
}

/// Where a stage begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    /// Its first level.
    pub(crate) level: usize,
    /// The first level that moves lead there from.
    pub(crate) from: usize,
}

/// Finds all positions of a game; `None` if it shows that moves within a stage do not always lead one level on.
pub(crate) fn find<G: Ask>(
    game: &G,
    store: &Store<'_>,
    control: Control<'_>,
) -> Result<Option<Levels>, SolveError> {
    let start = guarded(game, &Default::default(), || {
        let (game, start) = (game.game(), game.game().start());
        Ok((game.stage(game.canonical(start)), vec![checked_key(game, start)?.word]))
    })?;
    let mut collectors: Vec<Collector> =
        (0..rayon::current_num_threads()).map(|_| Collector::default()).collect();
    let remembered = Remembered { most: u64::MAX, words: HashSet::new(), checkpoint: Vec::new() };
    let (kept, waiting) = (Kept::new(store), Kept::new(store));
    let (number, begins, stages) = (0, Vec::new(), BTreeMap::new());
    let mut found = Found {
        game,
        store,
        control,
        kept,
        waiting,
        remembered,
        number,
        begins,
        stages,
        states: 0,
        moves: 0,
    };
    control.event(Event::Phase { name: "finding", states: None });
    control.set_position(0);
    match store.left() {
        0 => {}
        states => control.event(Event::Resuming { states }),
    }
    found.wait(BTreeMap::from([start]), 0)?;
    while let Some(stage) = found.begin_level()? {
        let (_, first) = found.begins[found.begins.len() - 1];
        let level = Level::new(
            found.number,
            stage,
            found.kept.chunks[first..].iter().flat_map(|it| &it.blocks),
        );
        found.states += level.positions;
        control.set_length(found.states);
        if !found.remembered.are_new(&level)? {
            return Ok(None);
        }
        if level.positions <= SMALL as u64 {
            let words = level.words()?;
            if !found.follow(stage, words)? {
                return Ok(None);
            }
            continue;
        }
        let expansion = Expansion::new(game, &level, store, control)?;
        let next = expansion.next(&level, &mut collectors)?;
        let memory = level.blocks.iter().map(|block| block.memory()).sum();
        let positions = level.positions;
        control.event(Event::Level { positions, moves: next.moves, memory, disk: memory });
        found.moves += next.moves;
        next.finish(|chunk| found.waiting.add(chunk))?;
        found.number += 1;
    }
    let Found { kept, begins, stages, number, states, moves, .. } = found;
    // What `verify` can prove.
    let ends = stages.len() == 1 || stages.len() == number;
    let is_proven = ends || game.game().values() != Values::OutcomeOnly;
    Ok(is_proven.then_some(Levels { chunks: kept.chunks, begins, stages, states, moves }))
}

/// What has been found.
struct Found<'a, G> {
    game: &'a G,
    store: &'a Store<'a>,
    control: Control<'a>,
    /// Words of levels.
    kept: Kept<'a>,
    /// Words of stages that have not begun, or of the next level of one.
    waiting: Kept<'a>,
    remembered: Remembered,
    /// The level that is to be expanded.
    number: usize,
    begins: Vec<(usize, usize)>,
    stages: BTreeMap<u32, Stage>,
    states: u64,
    moves: u64,
}

/// Words by stage.
type ByStage = BTreeMap<u32, Vec<u64>>;

impl<G: Ask> Found<'_, G> {
    /// Keeps few words for the level of this number, and for later ones, unless an earlier build has left them; so many
    /// moves lead to them.
    fn wait(&mut self, words: ByStage, moves: u64) -> Result<(), SolveError> {
        self.moves += moves;
        for (part, (stage, words)) in (0..).zip(words) {
            let key = (Kind::Words, self.number, part);
            let blocks = || words.chunks(BLOCK).map(pack).collect();
            let new = || Chunk::new(key, [moves, stage.into(), 0, 0, 0], blocks());
            self.waiting.add(self.store.take(key).unwrap_or_else(new))?;
        }
        Ok(())
    }

    /// Makes the next level of what waits for the lowest stage, which is returned; `None` if nothing waits.
    fn begin_level(&mut self) -> Result<Option<u32>, SolveError> {
        let waiting = self.waiting.chunks.iter().filter(|chunk| !chunk.blocks.is_empty());
        let Some(stage) = waiting.map(Chunk::stage).min() else { return Ok(None) };
        let chunks = self.waiting.take(|chunk| chunk.stage() == stage);
        let (level, from) = (self.number, chunks[0].key.1.saturating_sub(1));
        self.stages.entry(stage).or_insert(Stage { level, from });
        self.begins.push((level, self.kept.chunks.len()));
        let of_levels = chunks.chunk_by(|one, next| one.key.1 == next.key.1);
        let blocks = |chunks: &[Chunk]| chunks.iter().flat_map(|it| &it.blocks).cloned().collect();
        let runs: Vec<Vec<Block>> = of_levels.map(blocks).collect();
        if runs.len() == 1 {
            chunks.into_iter().try_for_each(|chunk| self.kept.add(chunk))?;
            return Ok(Some(stage));
        }
        let memory = chunks.iter().map(Chunk::memory).sum();
        self.store.memory.take(memory)?;
        for (number, parts) in (0..).zip(parts(&runs).chunks(GROUP)) {
            let key = (Kind::Merged, level, number);
            let blocks = parts.par_iter().map(|&part| {
                let mut words = merged(&runs, part)?;
                words.dedup();
                self.control.check()?;
                Ok(words.chunks(BLOCK).map(pack).collect::<Vec<Block>>())
            });
            self.kept.add(match self.store.take(key) {
                Some(left) => left,
                None => {
                    let blocks = blocks.collect::<Result<Vec<_>, SolveError>>()?;
                    Chunk::new(key, [0; _], blocks.into_iter().flatten().collect())
                }
            })?;
        }
        self.store.memory.give(memory);
        Ok(Some(stage))
    }

    /// Finds and keeps the small levels of a stage that follow the one with these words; what moves lead to from the last of
    /// them waits. `false` if they show that there are no levels.
    fn follow(&mut self, stage: u32, mut words: Vec<u64>) -> Result<bool, SolveError> {
        let (mut batch, mut small) = (Batch::default(), SmallLevels::default());
        loop {
            let (mut next, mut moves) = (ByStage::new(), 0);
            let key = (Kind::SmallLevels, self.number + 1, 0);
            let left = if small.is_empty() { self.store.take(key) } else { None };
            let levels = match &left {
                Some(chunk) => SmallLevels::read(chunk)?,
                None => {
                    for words in words.chunks(G::TOGETHER) {
                        self.game.ask(words, Purpose::Find, &mut batch)?;
                        for child in &batch.children {
                            check_stage(self.game, stage, child)?;
                            next.entry(child.stage).or_default().push(child.key.word);
                        }
                        moves += batch.children.len() as u64;
                    }
                    next.values_mut().for_each(|words| {
                        words.sort_unstable();
                        words.dedup();
                    });
                    let is_one = next.len() == 1;
                    vec![next.get(&stage).filter(|_| is_one).cloned().unwrap_or_default()]
                }
            };
            for level in levels {
                let (positions, memory) = (words.len() as u64, 8 * words.len() as u64);
                self.control.event(Event::Level { positions, moves, memory, disk: memory });
                self.control.advance(positions)?;
                self.number += 1;
                let is_small = (1..=SMALL).contains(&level.len());
                if left.is_none() && !small.is_empty() && (!is_small || small.is_full()) {
                    self.keep_small(small.take(self.number - small.levels()))?;
                }
                if !is_small {
                    self.wait(next, moves)?;
                    return Ok(true);
                }
                self.states += level.len() as u64;
                self.control.set_length(self.states);
                if !self.remembered.are_new_words(self.number, &level) {
                    return Ok(false);
                }
                if left.is_none() {
                    small.push(&level, moves);
                }
                words = level;
            }
            if let Some(chunk) = left {
                self.keep_small(chunk)?;
            }
        }
    }

    fn keep_small(&mut self, chunk: Chunk) -> Result<(), SolveError> {
        self.moves += chunk.notes[0];
        self.begins.push((chunk.key.1, self.kept.chunks.len()));
        self.kept.add(chunk)
    }
}

/// Checks that a move from a stage does not lead to a lower one.
#[inline]
fn check_stage<G: Ask>(game: &G, from: u32, child: &Child) -> Result<(), SolveError> {
    let to = child.stage;
    if from <= to {
        Ok(())
    } else {
        Err(mistake(game, child.key.word, Mistake::Stage { from, to }))
    }
}

/// Positions that are equally far from where their stage begins.
pub(super) struct Level<'a> {
    number: usize,
    stage: u32,
    pub(super) blocks: Vec<&'a Block>,
    pub(super) positions: u64,
}

impl<'a> Level<'a> {
    pub(super) fn new(number: usize, stage: u32, blocks: impl Iterator<Item = &'a Block>) -> Self {
        let blocks: Vec<&Block> = blocks.collect();
        let positions = blocks.iter().map(|block| u64::from(block.count)).sum();
        Self { number, stage, blocks, positions }
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
    /// They end the search of every game in which play can go on for ever. It does so in a stage; let that have n positions
    /// and begin at level b, and c ≥ b + n be the number of that level. Play comes to each of its positions in c - b moves of the
    /// stage, and so past some position twice, m ≤ n moves apart; with these moves once more it comes there in m moves more. So
    /// the position is in level c + m, too, which is no more than 2 c.
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
pub(super) struct Collector {
    batch: Batch,
    words: Vec<u64>,
    /// Some that were found last, each at the place that it has by its bits.
    recent: Vec<u64>,
    /// By range.
    found: Vec<Vec<u64>>,
    /// Those that have none, with their stages.
    strays: Vec<(u32, u64)>,
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

/// A stage that many moves lead to.
struct Target {
    stage: u32,
    locator: Locator,
    ranges: Range<usize>,
}

pub(super) struct Expansion<'a, G> {
    game: &'a G,
    store: &'a Store<'a>,
    control: Control<'a>,
    /// The level that is expanded.
    number: usize,
    stage: u32,
    targets: Vec<Target>,
    ranges: Ranges<'a, u64>,
    /// Words of other stages, which so few moves lead to that none was seen in a sample.
    strays: Mutex<ByStage>,
    moves: AtomicU64,
}

impl<'a, G: Ask> Expansion<'a, G> {
    pub(super) fn new(
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
                    sample.extend(batch.children.iter().map(|child| (child.stage, child.key.word)));
                }
            }
            sample.sort_unstable();
        }
        let all = (2 * level.positions as usize / RANGE).clamp(1, MOST_RANGES);
        let all = all.min(sample.len().max(1));
        let (mut targets, mut end) = (Vec::new(), 0);
        for sampled in sample.chunk_by(|one, next| one.0 == next.0) {
            let ranges = (all * sampled.len() / sample.len()).max(1);
            let first = |range: usize| sampled[range * sampled.len() / ranges].1;
            let mut firsts: Vec<u64> = (0..ranges).map(first).collect();
            firsts.dedup();
            let ranges = end..end + firsts.len();
            end = ranges.end;
            targets.push(Target { stage: sampled[0].0, locator: Locator::new(firsts), ranges });
        }
        if targets.is_empty() {
            let (stage, locator, ranges) = (level.stage, Locator::default(), 0..1);
            (targets, end) = (vec![Target { stage, locator, ranges }], 1);
        }
        let room = (store.buffer(COLLECTED) / end).clamp(FEWEST, RANGE);
        let ranges = Ranges::new(end, room, store.memory);
        let (number, stage) = (level.number, level.stage);
        let (strays, moves) = (Mutex::default(), AtomicU64::new(0));
        Ok(Self { game, store, control, number, stage, targets, ranges, strays, moves })
    }

    /// The range of a word of a stage, if it has one.
    #[inline]
    fn range_of(&self, stage: u32, word: u64) -> Option<usize> {
        let target = self.targets.iter().find(|target| target.stage == stage)?;
        Some(target.ranges.start + target.locator.block(word))
    }

    /// Ranges that are kept together, with their stage.
    fn parts(&self) -> Vec<(u32, Range<usize>)> {
        let of_target = |target: &Target| {
            let (stage, Range { start, end }) = (target.stage, target.ranges.clone());
            let of_start = move |start| (stage, start..end.min(start + GROUP));
            (start..end).step_by(GROUP).map(of_start)
        };
        self.targets.iter().flat_map(of_target).collect()
    }

    /// Some words of each stage, sorted.
    fn take_strays(&self) -> ByStage {
        let strays = std::mem::take(&mut *self.strays.lock().expect("no panic holds it"));
        let count = strays.values().map(Vec::len).sum::<usize>();
        self.store.memory.give((count * size_of::<u64>()) as u64);
        strays
    }

    /// The positions that moves of the level lead to, as far as an earlier build has not left them.
    pub(super) fn next(
        self,
        level: &Level<'_>,
        collectors: &mut [Collector],
    ) -> Result<NextLevel<'a, G>, SolveError> {
        let (number, count) = (self.number + 1, self.parts().len() as u64);
        let mut left: Vec<Option<Chunk>> =
            (0..count).map(|part| self.store.take((Kind::Words, number, part))).collect();
        let known = left.iter().flatten().next().map(|chunk| chunk.notes);
        let strays = known.map_or(0, |notes| notes[2]);
        left.extend(
            (count..count + strays).map(|part| self.store.take((Kind::Words, number, part))),
        );
        let (mut runs, mut moves) = (Kept::new(self.store), known.map_or(0, |notes| notes[0]));
        if left.iter().any(Option::is_none) {
            // What ranges collect is sorted in as much memory.
            let collected = 16 * (2 * level.positions).min(self.store.buffer(COLLECTED) as u64);
            self.store.memory.take(collected)?;
            moves = 0;
            let portion = PORTION.max(level.blocks.len() / PORTIONS);
            for (part, blocks) in (0..).zip(level.blocks.chunks(portion)) {
                let key = |number| (Kind::Runs, self.number, part << u32::BITS | number);
                let chunks = match self.store.take_all(key) {
                    Some(chunks) => {
                        let positions = blocks.iter().map(|block| u64::from(block.count));
                        self.control.advance(positions.sum())?;
                        chunks
                    }
                    None => {
                        self.expand(blocks, collectors)?;
                        let moves = self.moves.swap(0, Relaxed);
                        let runs = match level.blocks.len() > portion {
                            true => self.take_runs()?,
                            false => vec![(self.stage, Vec::new())],
                        };
                        let notes = |stage: u32| [moves, stage.into(), runs.len() as u64, 0, 0];
                        let of_stages = (0..).zip(&runs);
                        let chunk = |(number, (stage, blocks)): (u64, &(u32, Vec<Block>))| {
                            Chunk::new(key(number), notes(*stage), blocks.clone())
                        };
                        of_stages.map(chunk).collect()
                    }
                };
                moves += chunks[0].notes[0];
                chunks.into_iter().try_for_each(|chunk| runs.add(chunk))?;
            }
            self.store.memory.give(collected);
        } else {
            self.control.advance(level.positions)?;
        }
        Ok(NextLevel { expansion: self, left, runs: runs.chunks, moves })
    }

    /// Collects what moves lead to from some blocks.
    fn expand(&self, blocks: &[&Block], collectors: &mut [Collector]) -> Result<(), SolveError> {
        let next = AtomicUsize::new(0);
        let work = |own: &mut Collector| {
            own.begin(self.ranges.len(), blocks.len() > 1);
            while let Some(block) = blocks.get(next.fetch_add(1, Relaxed)) {
                self.expand_block(block, own)?;
            }
            let found = own.found.iter_mut().enumerate();
            found.into_iter().try_for_each(|(range, it)| self.ranges.add(range, it, &mut own.spare))
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
                let child = &own.batch.children[place];
                let (word, stage) = (child.key.word, child.stage);
                check_stage(self.game, self.stage, child)?;
                if let Some(recent) = own.recent.get_mut(recent_place(word))
                    && std::mem::replace(recent, word) == word
                {
                    continue;
                }
                let Some(range) = self.range_of(stage, word) else {
                    own.strays.push((stage, word));
                    continue;
                };
                own.found[range].push(word);
                if own.found[range].len() == HANDED {
                    self.ranges.add(range, &mut own.found[range], &mut own.spare)?;
                }
            }
            self.control.advance(words.len() as u64)?;
        }
        own.words = words;
        if !own.strays.is_empty() {
            self.store.memory.take((own.strays.len() * size_of::<u64>()) as u64)?;
            let mut strays = self.strays.lock().expect("no panic holds it");
            let add = |(stage, word)| strays.entry(stage).or_default().push(word);
            own.strays.drain(..).for_each(add);
        }
        Ok(())
    }

    /// Takes what all ranges have collected, with their stage.
    fn take_runs(&self) -> Result<Vec<(u32, Vec<Block>)>, SolveError> {
        let of_target = |Target { stage, ranges, .. }: &Target| {
            Ok((*stage, self.ranges.take_runs(ranges.clone(), self.control)?))
        };
        let runs: Result<Vec<_>, SolveError> = self.targets.iter().map(of_target).collect();
        let strays = self.take_strays().into_iter();
        let strays =
            strays.map(|(stage, mut words)| (stage, u64::run(&mut words, &mut Vec::new())));
        Ok(runs?.into_iter().chain(strays).collect())
    }
}

impl Item for u64 {
    fn run(words: &mut Vec<u64>, spare: &mut Vec<u64>) -> Vec<Block> {
        sort(words, spare);
        words.dedup();
        words.chunks(BLOCK).map(pack).collect()
    }
}

/// What moves from a level lead to.
pub(super) struct NextLevel<'a, G> {
    expansion: Expansion<'a, G>,
    /// The chunks that an earlier build left.
    left: Vec<Option<Chunk>>,
    runs: Vec<Chunk>,
    /// How many moves there are.
    pub(super) moves: u64,
}

impl<G: Ask> NextLevel<'_, G> {
    /// Calls `keep` with each chunk.
    pub(super) fn finish(
        self,
        mut keep: impl FnMut(Chunk) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let Self { expansion, left, runs, moves } = self;
        let is_left = left.iter().all(Option::is_some);
        let mut of_range: Vec<Vec<&Block>> = vec![Vec::new(); expansion.ranges.len()];
        let mut strays = expansion.take_strays();
        for chunk in &runs {
            for block in &chunk.blocks {
                match expansion.range_of(chunk.stage(), block.first) {
                    Some(range) => of_range[range].push(block),
                    None => read(block, strays.entry(chunk.stage()).or_default())?,
                }
            }
        }
        let finish = |range: usize| {
            let Collected { items: mut words, runs: own } = expansion.ranges.take(range);
            expansion.control.check()?;
            of_range[range]
                .iter()
                .copied()
                .chain(&own)
                .try_for_each(|run| read(run, &mut words))?;
            Ok(u64::run(&mut words, &mut Vec::new()))
        };
        let new = |part, stage: u32, blocks| {
            let notes = [moves, stage.into(), strays.len() as u64, 0, 0];
            Chunk::new((Kind::Words, expansion.number + 1, part), notes, blocks)
        };
        let (mut left, mut end) = (left.into_iter(), 0);
        for (stage, ranges) in expansion.parts() {
            let chunk = left.next().flatten();
            keep(match chunk {
                Some(chunk) => chunk,
                None => {
                    let blocks = ranges.into_par_iter().map(finish);
                    let blocks = blocks.collect::<Result<Vec<_>, SolveError>>()?;
                    new(end, stage, blocks.into_iter().flatten().collect())
                }
            })?;
            end += 1;
        }
        if is_left {
            left.flatten().try_for_each(keep)?;
        } else {
            for (part, (&stage, words)) in (end..).zip(&strays) {
                keep(new(part, stage, u64::run(&mut words.clone(), &mut Vec::new())))?;
            }
        }
        expansion.store.memory.give(runs.iter().map(Chunk::memory).sum());
        expansion.store.remove(Kind::Runs, expansion.number);
        Ok(())
    }
}
