//! The moves of a game, by the range of positions that they lead to.
//!
//! Moves are found in the order of the positions that they lead from, and collected by the range of words that they lead to.
//! What a range has collected is sorted and kept as a run. Runs of later spans are joined with the values there.

use std::ops::Range;
use std::sync::atomic::AtomicUsize;

use perfectplay_core::groups::{get, put};

use crate::solve::levels::{
    BLOCK, Block, Chunk, Item, Kept, Kind, Locator, Ranges, SolvedBlock, Span, Store, sort_by,
    words,
};
use crate::solve::memory::BUFFERS;
use crate::solve::prelude::*;

/// About how many moves lead to a range at least, and how many ranges there are at most, as a power of two.
const MOVES: usize = 1 << 18;
const MOST_RANGES: u32 = 11;
/// How many moves are joined with values at a time, on each thread.
const JOINED: usize = 1 << 18;
/// How many blocks a portion has.
const PORTION: usize = 32;
/// How many moves all ranges together collect before they are sorted, and how many one collects at least.
const COLLECTED: usize = 1 << 19;
const FEWEST: usize = 1 << 10;
/// How many moves to one range a thread has before it hands them over.
const HANDED: usize = 64;

/// The word that a move leads to, and where it leads from: [`link`].
type Edge = (u64, u64);

/// Where a move leads from: the number of that position, of 32 bits, twice, and one more if the player who moves moves again;
/// above that what the move scores, for most games nothing.
pub(super) const fn link(number: usize, turn: Turn) -> u64 {
    (turn.gain.cast_unsigned() as u64) << 33 | (number as u64) << 1 | turn.same_player as u64
}

/// The number and the rest of a link.
#[inline]
pub(super) const fn unlinked(link: u64) -> (usize, Turn) {
    let turn = Turn { same_player: link & 1 == 1, gain: ((link >> 33) as u16).cast_signed() };
    ((link >> 1) as u32 as usize, turn)
}

/// A difference as a number that is small if it is near 0, and back.
pub(super) const fn folded(difference: u64) -> u64 {
    difference << 1 ^ (difference.cast_signed() >> 63).cast_unsigned()
}

pub(super) const fn unfolded(number: u64) -> u64 {
    number >> 1 ^ (number & 1).wrapping_neg()
}

/// What is known of a position once it was asked.
pub(super) enum Asked {
    /// It has this many moves.
    Moves(usize),
    /// It has none: its value, and how it has ended, as in a summary.
    Ended(u16, usize),
}

struct Collector {
    batch: Batch,
    words: Vec<u64>,
    found: Vec<Vec<Edge>>,
    spare: Vec<Edge>,
    /// What is known of the positions of each block that was asked.
    asked: Vec<(usize, Block)>,
}

/// A span that moves lead to.
pub(super) struct Target<'a> {
    pub(super) span: &'a Span,
    /// How many blocks a range has, and which ranges are its own.
    pub(super) width: usize,
    pub(super) ranges: Range<usize>,
    locator: Locator,
}

impl<'a> Target<'a> {
    /// A span in ranges of so many blocks, behind so many other ranges.
    fn new(span: &'a Span, width: usize, before: usize) -> Self {
        let firsts: Vec<u64> = span.blocks.chunks(width).map(|range| range[0].first).collect();
        let ranges = before..before + firsts.len();
        Self { span, width, ranges, locator: Locator::new(firsts) }
    }

    /// The range of a word.
    #[inline]
    fn range_of(&self, word: u64) -> usize {
        self.ranges.start + self.locator.block(word)
    }

    /// The blocks of each range.
    pub(super) fn parts<'b, B>(&self, blocks: &'b [B]) -> std::slice::Chunks<'b, B> {
        blocks.chunks(self.width)
    }
}

/// The moves from the positions of a span.
pub(super) struct Moves<'a> {
    pub(super) game: &'a dyn Described,
    pub(super) store: &'a Store<'a>,
    pub(super) control: Control<'a>,
    /// The span itself, and those behind it.
    pub(super) targets: Vec<Target<'a>>,
    ranges: Ranges<'a, Edge>,
    /// How many blocks are asked before what was collected is kept.
    portion: usize,
    /// Runs of all ranges.
    pub(super) runs: Vec<Chunk>,
}

impl<'a> Moves<'a> {
    /// Asks all positions of the first of some spans, and calls `each` with the number of each and what is known of it.
    pub(super) fn new(
        game: &'a dyn Described,
        spans: &'a [Span],
        store: &'a Store<'a>,
        control: Control<'a>,
        each: impl FnMut(usize, Asked),
    ) -> Result<Self, SolveError> {
        let (span, later) = (&spans[0], &spans[1..]);
        let blocks = span.blocks.len();
        let moves = MOVES.max(span.moves as usize >> MOST_RANGES);
        let width = blocks.div_ceil((span.moves as usize / moves).max(1)).max(1);
        let mut targets = vec![Target::new(span, width, 0)];
        // All others have about as many ranges.
        let others = later.iter().map(|span| span.blocks.len()).sum::<usize>();
        let width = others.div_ceil(blocks.div_ceil(width)).max(1);
        for span in later {
            targets.push(Target::new(span, width, targets[targets.len() - 1].ranges.end));
        }
        let ranges = targets[targets.len() - 1].ranges.end;
        let room = (COLLECTED / ranges).max(FEWEST);
        let collected = (room * ranges * size_of::<Edge>()) as u64;
        let collected = collected.saturating_sub(BUFFERS);
        let ranges = Ranges::new(ranges, room, store.memory);
        let portion = store.portion(PORTION, usize::MAX, blocks);
        control.event(Event::Phase { name: "linking", states: Some(span.states) });
        control.set_position(0);
        let runs = Vec::new();
        let mut moves = Self { game, store, control, targets, ranges, portion, runs };
        store.memory.take(collected)?;
        moves.runs = moves.find(each)?;
        store.memory.give(collected);
        Ok(moves)
    }

    /// Calls `each` with where moves to later spans lead from, and the value where they lead to; `solved` has these spans.
    pub(super) fn join(
        &self,
        solved: &[Vec<SolvedBlock>],
        each: impl Fn(usize, StoredValue, Turn) -> Result<(), SolveError> + Sync,
    ) -> Result<(), SolveError> {
        let runs = self.runs_of_ranges();
        for (target, solved) in self.targets[1..].iter().zip(solved) {
            let parts = target.parts(solved).zip(target.ranges.clone()).par_bridge();
            parts.try_for_each(|(blocks, range)| self.join_range(&runs[range], blocks, &each))?;
        }
        Ok(())
    }

    fn join_range(
        &self,
        runs: &[&Block],
        blocks: &[SolvedBlock],
        each: &impl Fn(usize, StoredValue, Turn) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        self.control.check()?;
        let (mut edges, mut spare) = (Vec::new(), Vec::new());
        for (place, run) in (1..).zip(runs) {
            each_edge(run, |word, link| edges.push((word, link)))?;
            if edges.len() >= JOINED || place == runs.len() {
                sort_by(&mut edges, &mut spare, |&(word, _)| word);
                self.join_edges(&edges, blocks, each)?;
                edges.clear();
            }
        }
        Ok(())
    }

    /// Joins ascending moves.
    fn join_edges(
        &self,
        mut rest: &[Edge],
        blocks: &[SolvedBlock],
        each: &impl Fn(usize, StoredValue, Turn) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut positions = Vec::new();
        for (place, block) in blocks.iter().enumerate() {
            let is_own = |&(word, _): &Edge| {
                blocks.get(place + 1).is_none_or(|next| word < next.words.first)
            };
            let own = rest.split_off(..rest.partition_point(is_own)).unwrap_or_default();
            if own.is_empty() {
                continue;
            }
            positions.clear();
            block.read(&mut positions)?;
            let mut place = 0;
            for &(word, link) in own {
                while positions.get(place).is_some_and(|&(it, _)| it < word) {
                    place += 1;
                }
                match positions.get(place) {
                    Some(&(it, value)) if it == word => {
                        let value = StoredValue(value.cast_signed());
                        let (number, turn) = unlinked(link);
                        each(number, value, turn)?;
                    }
                    _ => return Err(mistake(self.game, word, Mistake::Changed)),
                }
            }
        }
        Ok(())
    }

    /// The number of the files.
    pub(super) fn level(&self) -> usize {
        self.targets[0].span.number << 20 | self.targets[0].width
    }
}

impl Moves<'_> {
    /// Runs of all ranges.
    fn find(&self, mut each: impl FnMut(usize, Asked)) -> Result<Vec<Chunk>, SolveError> {
        let new = |_| Collector {
            batch: Batch::default(),
            words: Vec::new(),
            found: vec![Vec::new(); self.ranges.len()],
            spare: Vec::new(),
            asked: Vec::new(),
        };
        let mut collectors: Vec<Collector> = (0..rayon::current_num_threads()).map(new).collect();
        let mut runs = Kept::new(self.store);
        let blocks = self.targets[0].span.blocks.len();
        let portion = |part: usize| part * self.portion..blocks.min((part + 1) * self.portion);
        let targets = self.targets.len() as u64;
        let key = |part: usize, target: u64| {
            (Kind::Edges, self.level(), (part as u64) << u32::BITS | target)
        };
        let take = |part: usize| Ok(self.store.take_all(|target| key(part, target)));
        let make = |part: usize| {
            let mut asked = self.expand(portion(part), &mut collectors)?;
            let chunk = |(number, target): (u64, &Target<'_>)| {
                // What was asked is before the runs of the span itself.
                let mut blocks = std::mem::take(&mut asked);
                blocks.extend(self.ranges.take_runs(target.ranges.clone(), self.control)?);
                Ok(Chunk::new(key(part, number), [0, number, targets, 0, 0], blocks))
            };
            (0..).zip(&self.targets).map(chunk).collect()
        };
        runs.fill(blocks.div_ceil(self.portion), take, make, |part, chunks| {
            portion(part).zip(&chunks[0].blocks).try_for_each(|(block, asked)| {
                read_asked(asked, block * BLOCK, &mut each)?;
                Ok(self.control.advance(asked.count.into())?)
            })
        })?;
        Ok(runs.chunks)
    }

    /// The runs of each range.
    pub(super) fn runs_of_ranges(&self) -> Vec<Vec<&Block>> {
        let mut runs: Vec<Vec<&Block>> = vec![Vec::new(); self.ranges.len()];
        for chunk in &self.runs {
            let (target, part) = (chunk.notes[1] as usize, (chunk.key.2 >> u32::BITS) as usize);
            let left = self.targets[0].span.blocks.len() - part * self.portion;
            let asked = if target == 0 { self.portion.min(left) } else { 0 };
            for run in &chunk.blocks[asked..] {
                runs[self.targets[target].range_of(run.first)].push(run);
            }
        }
        runs
    }

    /// Asks some blocks; returns what is known of the positions of each.
    fn expand(
        &self,
        blocks: Range<usize>,
        collectors: &mut [Collector],
    ) -> Result<Vec<Block>, SolveError> {
        let next = AtomicUsize::new(blocks.start);
        let work = |own: &mut Collector| {
            loop {
                let block = next.fetch_add(1, Relaxed);
                if !blocks.contains(&block) {
                    break;
                }
                self.expand_block(block, own)?;
            }
            let mut found = own.found.iter_mut().enumerate();
            found.try_for_each(|(range, it)| self.ranges.add(range, it, &mut own.spare))
        };
        let stop = |_: &SolveError| next.store(blocks.end, Relaxed);
        collectors.par_iter_mut().try_for_each(|own| work(own).inspect_err(stop))?;
        let mut asked: Vec<(usize, Block)> =
            collectors.iter_mut().flat_map(|own| own.asked.drain(..)).collect();
        asked.sort_unstable_by_key(|&(block, _)| block);
        Ok(asked.into_iter().map(|(_, asked)| asked).collect())
    }

    fn expand_block(&self, number: usize, own: &mut Collector) -> Result<(), SolveError> {
        let block = &self.targets[0].span.blocks[number];
        let mut all = std::mem::take(&mut own.words);
        all.clear();
        words::read(block, &mut all)?;
        let (mut asked, mut position) = (Vec::new(), number * BLOCK);
        for words in all.chunks(self.game.together()) {
            self.game.ask(words, Purpose::Solve, &mut own.batch)?;
            let batch = std::mem::take(&mut own.batch);
            for visited in batch.visited() {
                put(&mut asked, visited.children.len() as u64);
                if let Some(way) = way(&visited) {
                    let value = ended(self.game, visited.word, visited.end)?.0.cast_unsigned();
                    asked.push(way as u8);
                    asked.extend(value.to_le_bytes());
                }
                for child in visited.children {
                    let is_before = |target: &Target<'_>| target.span.last_stage < child.stage;
                    let target = &self.targets[self.targets.partition_point(is_before)];
                    let range = target.range_of(child.key.word);
                    own.found[range].push((child.key.word, link(position, child.turn)));
                    if own.found[range].len() == HANDED {
                        self.ranges.add(range, &mut own.found[range], &mut own.spare)?;
                    }
                }
                position += 1;
            }
            own.batch = batch;
            self.control.check()?;
        }
        own.words = all;
        own.asked.push((number, Block::new(block.first, block.count, &asked)));
        Ok(())
    }
}

impl Item for Edge {
    /// By the word that they lead to, its distance to the one before, and that of where they lead from.
    fn run(edges: &mut Vec<Self>, spare: &mut Vec<Self>) -> Vec<Block> {
        sort_by(edges, spare, |&(word, _)| word);
        let first = edges[0].0;
        let mut bytes = Vec::with_capacity(5 * edges.len());
        let mut before = (first, 0);
        for &(word, link) in &*edges {
            put(&mut bytes, word - before.0);
            put(&mut bytes, folded(link.wrapping_sub(before.1)));
            before = (word, link);
        }
        let block = Block::new(first, edges.len() as u32, &bytes);
        edges.clear();
        vec![block]
    }
}

/// Calls `each` with all moves of a run.
pub(super) fn each_edge(run: &Block, mut each: impl FnMut(u64, u64)) -> Result<(), SolveError> {
    run.read(|mut bytes| {
        let (mut word, mut link) = (run.first, 0);
        for _ in 0..run.count {
            word = word.wrapping_add(get(&mut bytes)?);
            link = unfolded(get(&mut bytes)?).wrapping_add(link);
            each(word, link);
        }
        Some(())
    })
}

/// Calls `each` with what is known of some positions, the first of which has this number.
fn read_asked(
    asked: &Block,
    first: usize,
    each: &mut impl FnMut(usize, Asked),
) -> Result<(), SolveError> {
    asked.read(|mut bytes| {
        for number in first..first + asked.count as usize {
            let moves = get(&mut bytes)? as usize;
            each(
                number,
                if moves > 0 {
                    Asked::Moves(moves)
                } else {
                    let way = *bytes.split_off_first()?;
                    let value = *bytes.split_off(..2)?.first_chunk()?;
                    Asked::Ended(u16::from_le_bytes(value), way.into())
                },
            );
        }
        Some(())
    })
}
