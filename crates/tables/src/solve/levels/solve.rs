//! Solves levels from the last one back.

use std::sync::Mutex;

use super::find::Levels;
use super::kept::Kept;
use super::merge::{merged, parts};
use super::next::LaterValues;
use super::small::SmallLevels;
use super::store::{Block, Chunk, Kind, Store, WAYS};
use super::values::{self, Numbering, SolvedBlock};
use super::words::{self, BLOCK};
use crate::solve::children::Child;
use crate::solve::encode::RangeWriter;
use crate::solve::prelude::*;
use crate::solve::summary::outcome;
use crate::solve::value::{Best, Counts, added, listed, no_counts};

/// A level of fewer positions is kept together with others.
const FEW: usize = 1 << 13;
/// How many positions of small levels are kept together.
const TOGETHER: usize = 1 << 18;

/// All positions of a game, solved.
#[derive(Debug)]
pub(crate) struct SolvedLevels {
    /// Blocks in the order of their words: those of a level, or of some small ones.
    pub(crate) runs: Vec<Vec<SolvedBlock>>,
    /// How often each value occurs.
    pub(crate) counts: Counts,
    pub(crate) summary: Summary,
}

/// What a thread needs for a block.
#[derive(Default)]
struct Scratch {
    batch: Batch,
    words: Vec<u64>,
    values: Vec<u16>,
    numbering: Numbering,
    /// How often each value was found.
    counts: ValueCounts,
    /// Of what is not in a summary yet: how many positions are won, drawn and lost, and have ended in which way.
    outcomes: [u64; 3],
    ended: [u64; WAYS],
}

struct ValueCounts(Vec<u64>);

impl Default for ValueCounts {
    fn default() -> Self {
        Self(no_counts())
    }
}

impl SolvedLevels {
    /// Solves all positions that were found.
    pub(crate) fn new(
        game: &dyn Described,
        found: Levels,
        store: &Store<'_>,
        control: Control<'_>,
    ) -> Result<Self, SolveError> {
        let scratch = Mutex::new(Vec::new());
        let (mut later, mut kept) = (LaterValues::new(store.memory), Kept::new(store));
        let (mut runs, mut small) = (Vec::new(), Vec::new());
        let mut summary = Summary { moves: found.moves, ..Summary::default() };
        control.event(Event::Phase { name: "solving", states: Some(found.states) });
        control.set_position(0);
        let (mut stages, mut chunks) = (found.stages.into_iter().rev().peekable(), &*found.chunks);
        for &(number, first) in found.begins.iter().rev() {
            let level = chunks.split_off(first..).expect("it begins before the next one");
            while stages.peek().is_some_and(|(_, stage)| stage.level > number) {
                stages.next();
            }
            let &(stage, begin) = stages.peek().expect("each level is of a stage");
            later.stage = stage;
            if let [chunk] = level
                && chunk.key.0 == Kind::SmallLevels
            {
                let mut own = scratch.lock().expect("no panic holds it").pop().unwrap_or_default();
                let left = store.take((Kind::Values, number, 0));
                let left = left.filter(|left| left.is_of_same_words(chunk));
                let levels = &mut summary.levels;
                kept.add(solve_small(
                    game, chunk, left, &mut later, &mut own, &mut small, levels,
                )?)?;
                scratch.lock().expect("no panic holds it").push(own);
                control.advance(chunk.positions())?;
                if small.len() >= TOGETHER {
                    runs.push(run_of(&mut small));
                }
                continue;
            }
            let first = kept.chunks.len();
            let solved = |block: &Block| {
                let own = scratch.lock().expect("no panic holds it").pop();
                let mut own: Scratch = own.unwrap_or_default();
                solve_block(game, block, &later, &mut own)?;
                let packed = values::pack(block.first, &own.values, &mut own.numbering);
                scratch.lock().expect("no panic holds it").push(own);
                control.advance(block.count.into())?;
                Ok(packed)
            };
            let key = |part: usize| (Kind::Values, number, part as u64);
            let take = |part: usize| {
                let left = store.take(key(part)).filter(|left| left.is_of_same_words(&level[part]));
                let Some(left) = left else { return Ok(None) };
                let mut scratch = scratch.lock().expect("no panic holds it");
                let mut own = scratch.pop().unwrap_or_default();
                for block in &left.blocks {
                    own.values.clear();
                    values::read(block, &mut own.values)?;
                    own.count(game.values());
                }
                scratch.push(own);
                control.advance(left.positions())?;
                Ok(Some(vec![left]))
            };
            let make = |part: usize| {
                let blocks = level[part].blocks.par_iter().map(solved);
                let blocks = blocks.collect::<Result<_, SolveError>>()?;
                let mut ended = [0; WAYS];
                for own in scratch.lock().expect("no panic holds it").iter_mut() {
                    add(&mut ended, std::mem::take(&mut own.ended));
                }
                Ok(vec![Chunk::new(key(part), ended, blocks)])
            };
            kept.fill(level.len(), take, make, |_, _| Ok(()))?;
            let mut outcomes = [0; 3];
            for own in scratch.lock().expect("no panic holds it").iter_mut() {
                add(&mut outcomes, std::mem::take(&mut own.outcomes));
            }
            summary.levels.push(outcomes);
            let values = kept.chunks[first..].iter().flat_map(|chunk| &chunk.blocks).cloned();
            let words = level.iter().flat_map(|chunk| &chunk.blocks).cloned();
            let pairs = words.zip(values).map(|(words, values)| SolvedBlock { words, values });
            let blocks: Vec<SolvedBlock> = pairs.collect();
            let count = blocks.iter().map(|block| block.words.count as usize).sum::<usize>();
            later.step(&blocks)?;
            later.begin(number, begin);
            if count < FEW {
                blocks.iter().try_for_each(|block| block.read(&mut small))?;
                if small.len() >= TOGETHER {
                    runs.push(run_of(&mut small));
                }
            } else {
                runs.push(blocks);
            }
        }
        if !small.is_empty() {
            runs.push(run_of(&mut small));
        }
        let mut counts = no_counts();
        for own in scratch.into_inner().expect("no panic holds it") {
            counts = added(counts, own.counts.0);
        }
        summary.levels.retain(|level| level.iter().sum::<u64>() > 0);
        summary.levels.reverse();
        kept.chunks.iter().for_each(|chunk| add(&mut summary.ended, chunk.notes));
        Ok(Self { runs, counts: listed(counts), summary })
    }

    /// Writes all positions, which were solved in the way of this number; or else tells the word of
    /// one that is in several levels.
    pub(crate) fn write<'a>(
        self,
        mut writer: RangeWriter<'a>,
        store: &'a Store<'a>,
        way: usize,
    ) -> Result<Result<[Vec<u8>; 5], u64>, SolveError> {
        let (last, mut parts) = (writer.resume(store, way)?, parts(&self.runs));
        parts.retain(|&(_, end)| end.is_none() || end > last);
        for parts in parts.chunks(rayon::current_num_threads()) {
            let parts = parts.par_iter().map(|&part| merged(&self.runs, part));
            for part in parts.collect::<Result<Vec<_>, SolveError>>()? {
                if let Some(pair) = part.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                    return Ok(Err(pair[0].0));
                }
                writer.add(&part[part.partition_point(|&(word, _)| Some(word) <= last)..])?;
            }
        }
        // They take more memory than what is still to be done.
        drop(self.runs);
        writer.finish().map(Ok)
    }
}

fn add<const N: usize>(sums: &mut [u64; N], more: [u64; N]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

impl Scratch {
    /// Counts values that an earlier build has found.
    fn count(&mut self, kind: Values) {
        for &value in &self.values {
            self.counts.0[usize::from(value)] += 1;
            self.outcomes[outcome(StoredValue(value.cast_signed()), kind)] += 1;
        }
    }
}

/// Solves the levels of a chunk from the last one back, unless an earlier build has left their values, and adds them to
/// `positions` and, won, drawn and lost, to `outcomes`.
fn solve_small(
    game: &dyn Described,
    chunk: &Chunk,
    left: Option<Chunk>,
    later: &mut LaterValues<'_>,
    own: &mut Scratch,
    positions: &mut Vec<(u64, u16)>,
    outcomes: &mut Vec<[u64; 3]>,
) -> Result<Chunk, SolveError> {
    let (levels, mut known) = (SmallLevels::read(chunk)?, Vec::new());
    left.iter().flat_map(|left| &left.blocks).try_for_each(|it| values::read(it, &mut known))?;
    let begin = positions.len();
    for (number, words) in levels.iter().enumerate().rev() {
        let block = words::pack(words);
        if left.is_some() {
            own.values = known.split_off(known.len() - words.len());
            own.count(game.values());
        } else {
            solve_block(game, &block, later, own)?;
        }
        positions.extend(words.iter().copied().zip(own.values.iter().copied()).rev());
        outcomes.push(std::mem::take(&mut own.outcomes));
        if left.is_none() || number == 0 {
            let values = values::pack(words[0], &own.values, &mut own.numbering);
            later.step(&[SolvedBlock { words: block, values }])?;
        }
    }
    Ok(left.unwrap_or_else(|| {
        let values: Vec<u16> = positions[begin..].iter().rev().map(|&(_, value)| value).collect();
        let values = values::pack(chunk.blocks[0].first, &values, &mut own.numbering);
        let key = (Kind::Values, chunk.key.1, 0);
        Chunk::new(key, std::mem::take(&mut own.ended), vec![values])
    }))
}

/// Takes positions of small levels as a run.
fn run_of(positions: &mut Vec<(u64, u16)>) -> Vec<SolvedBlock> {
    positions.sort_unstable();
    // One that comes twice shows when all are merged.
    let mut numbering = Numbering::default();
    let mut blocks = Vec::new();
    for positions in
        positions.chunk_by(|one, next| one.0 != next.0).flat_map(|part| part.chunks(BLOCK))
    {
        let (words, values): (Vec<u64>, Vec<u16>) = positions.iter().copied().unzip();
        let values = values::pack(words[0], &values, &mut numbering);
        blocks.push(SolvedBlock { words: words::pack(&words), values });
    }
    positions.clear();
    blocks
}

/// Solves a block by the values of later levels.
fn solve_block(
    game: &dyn Described,
    block: &Block,
    later: &LaterValues<'_>,
    own: &mut Scratch,
) -> Result<(), SolveError> {
    let kind = game.values();
    own.words.clear();
    own.values.clear();
    words::read(block, &mut own.words)?;
    let mut best = Best::new(kind);
    let mut places = Vec::new();
    for words in own.words.chunks(game.together()) {
        game.ask(words, Purpose::Solve, &mut own.batch)?;
        places.clear();
        let place = |child: &Child| later.of(child.stage)?.place(child.key);
        places.extend(own.batch.children.iter().map(place));
        let mut places = places.iter();
        for visited in own.batch.visited() {
            for (child, place) in visited.children.iter().zip(places.by_ref()) {
                let value = place.and_then(|place| place.value(child.key));
                let value = value.ok_or_else(|| mistake(game, child.key.word, Mistake::Changed))?;
                let value = StoredValue(value.cast_signed());
                let added = best.add(value, child.turn);
                added.ok_or_else(|| mistake(game, visited.word, Mistake::of_size(kind)))?;
            }
            let value = match best.take() {
                Some(value) => value,
                None => ended(game, visited.word, visited.end)?,
            };
            if let Some(way) = way(&visited) {
                own.ended[way] += 1;
            }
            own.outcomes[outcome(value, kind)] += 1;
            let value = value.0.cast_unsigned();
            own.counts.0[usize::from(value)] += 1;
            own.values.push(value);
        }
    }
    Ok(())
}
