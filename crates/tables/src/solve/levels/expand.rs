//! What moves from a level lead to: words of ranges, by stage, each once.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use super::kept::Kept;
use super::next::Locator;
use super::ranges::{Collected, Item, Ranges};
use super::sort::sort;
use super::store::{Block, Chunk, Kind, Store};
use super::words::{BLOCK, pack, read};
use crate::solve::children::{ByStage, Child};
use crate::solve::prelude::*;

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

/// Checks that a move from a stage does not lead to a lower one.
#[inline]
pub(super) fn check_stage(
    game: &dyn Described,
    from: u32,
    child: &Child,
) -> Result<(), SolveError> {
    let to = child.stage;
    if from <= to {
        Ok(())
    } else {
        Err(mistake(game, child.key.word, Mistake::Stage { from, to }))
    }
}

/// Positions that are equally far from where their stage begins.
pub(super) struct Level<'a> {
    pub(super) number: usize,
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

    pub(super) fn words(&self) -> Result<Vec<u64>, SolveError> {
        let mut words = Vec::new();
        self.blocks.iter().try_for_each(|block| read(block, &mut words))?;
        Ok(words)
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

pub(super) struct Expansion<'a> {
    game: &'a dyn Described,
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

impl<'a> Expansion<'a> {
    pub(super) fn new(
        game: &'a dyn Described,
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
                for some in some.chunks(game.together()) {
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
        let group = self.store.group();
        let of_target = move |target: &Target| {
            let (stage, Range { start, end }) = (target.stage, target.ranges.clone());
            let of_start = move |start| (stage, start..end.min(start + group));
            (start..end).step_by(group).map(of_start)
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
    ) -> Result<NextLevel<'a>, SolveError> {
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
            let portion = self.store.portion(PORTION, PORTIONS, level.blocks.len());
            let portions: Vec<&[&Block]> = level.blocks.chunks(portion).collect();
            let key = |part: usize, number: u64| {
                (Kind::Runs, self.number, (part as u64) << u32::BITS | number)
            };
            let take = |part: usize| {
                let found = self.store.take_all(|number| key(part, number));
                let positions = portions[part].iter().map(|block| u64::from(block.count));
                self.control.advance(if found.is_some() { positions.sum() } else { 0 })?;
                Ok(found)
            };
            let make = |part: usize| {
                self.expand(portions[part], collectors)?;
                let moves = self.moves.swap(0, Relaxed);
                let runs = match portions.len() {
                    1 => vec![(self.stage, Vec::new())],
                    _ => self.take_runs()?,
                };
                let count = runs.len() as u64;
                let chunk = |(number, (stage, blocks)): (u64, (u32, Vec<Block>))| {
                    Chunk::new(key(part, number), [moves, stage.into(), count, 0, 0], blocks)
                };
                Ok((0..).zip(runs).map(chunk).collect())
            };
            runs.fill(portions.len(), take, make, |_, chunks| {
                moves += chunks[0].notes[0];
                Ok(())
            })?;
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
            let mut found = own.found.iter_mut().enumerate();
            found.try_for_each(|(range, it)| self.ranges.add(range, it, &mut own.spare))
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
        for words in words.chunks(self.game.together()) {
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
pub(super) struct NextLevel<'a> {
    expansion: Expansion<'a>,
    /// The chunks that an earlier build left.
    left: Vec<Option<Chunk>>,
    runs: Vec<Chunk>,
    /// How many moves there are.
    pub(super) moves: u64,
}

impl NextLevel<'_> {
    /// Adds all chunks.
    pub(super) fn finish(self, kept: &mut Kept<'_>) -> Result<(), SolveError> {
        let Self { expansion, mut left, runs, moves } = self;
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
        let key = |part: usize| (Kind::Words, expansion.number + 1, part as u64);
        let new = |part, stage: u32, blocks| {
            let notes = [moves, stage.into(), strays.len() as u64, 0, 0];
            Chunk::new(key(part), notes, blocks)
        };
        let parts = expansion.parts();
        let others = left.split_off(parts.len());
        let take = |part: usize| {
            let left = left[part].take().or_else(|| expansion.store.take(key(part)));
            Ok(left.map(|chunk| vec![chunk]))
        };
        let make = |part: usize| {
            let (stage, ranges) = parts[part].clone();
            let blocks = ranges.into_par_iter().map(finish);
            let blocks = blocks.collect::<Result<Vec<_>, SolveError>>()?;
            Ok(vec![new(part, stage, blocks.into_iter().flatten().collect())])
        };
        kept.fill(parts.len(), take, make, |_, _| Ok(()))?;
        if is_left {
            others.into_iter().flatten().try_for_each(|chunk| kept.add(chunk))?;
        } else {
            for (part, (&stage, words)) in (parts.len()..).zip(&strays) {
                kept.add(new(part, stage, u64::run(&mut words.clone(), &mut Vec::new())))?;
            }
        }
        expansion.store.memory.give(runs.iter().map(Chunk::memory).sum());
        expansion.store.remove(Kind::Runs, expansion.number);
        Ok(())
    }
}
