//! All positions of a game in which positions are in several levels, each once.
//!
//! Few are remembered in a hash table. Where there are more, what moves of a level lead to is sorted as in
//! [`expand`](super::expand), and what was known before is dropped: known words lie in ascending runs, each at least twice as
//! long as the next one, so that few are looked into, and a word is merged a few times at most.
//!
//! No move leads to a lower stage. So stages are found one after another, in *spans* of so many that a span has enough
//! positions, and words are compared with those of their own span alone.

use std::collections::HashSet;

use super::expand::{Collector, Expansion, Level, check_stage};
use super::find::Waiting;
use super::kept::Kept;
use super::merge::{keep_merged, merged, parts};
use super::sort::sort;
use super::store::{Block, Chunk, GROUP, Kind, Store};
use super::words::{self, BLOCK, pack};
use crate::solve::children::ByStage;
use crate::solve::prelude::*;

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

/// All positions of some stages that follow one another.
#[derive(Debug)]
pub(crate) struct Span {
    /// Which span it is.
    pub(crate) number: usize,
    /// The last of its stages; of the last span, the largest that could be.
    pub(crate) last_stage: u32,
    /// Ascending, of [`BLOCK`] words but for the last one.
    pub(crate) blocks: Vec<Block>,
    pub(crate) states: u64,
    pub(crate) moves: u64,
}

impl Span {
    fn new(number: usize, chunks: Vec<Chunk>) -> Self {
        let [moves, last_stage, ..] = chunks[0].notes;
        let states = chunks.iter().map(Chunk::positions).sum();
        let blocks = chunks.into_iter().flat_map(|chunk| chunk.blocks).collect();
        Self { number, last_stage: last_stage as u32, blocks, states, moves }
    }

    /// Those that an earlier build kept, up to the first that is not all there.
    fn left(store: &Store<'_>) -> Vec<Self> {
        let mut spans = Vec::new();
        while !are_all(&spans)
            && let Some(chunks) = store.take_all(|part| (Kind::All, spans.len(), part))
        {
            spans.push(Self::new(spans.len(), chunks));
        }
        spans
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

fn are_all(spans: &[Span]) -> bool {
    spans.last().is_some_and(|span| span.last_stage == u32::MAX)
}

fn count(run: &[Block]) -> usize {
    run.iter().map(|block| block.count as usize).sum()
}

fn memory(run: &[Block]) -> u64 {
    run.iter().map(Block::memory).sum()
}

fn blocks_of(words: &[u64]) -> Vec<Block> {
    words.chunks(KNOWN_BLOCK).map(pack).collect()
}

/// Words of the span that were found before.
struct Known<'a> {
    /// With the numbers of their files.
    runs: Vec<(usize, Vec<Block>)>,
    store: &'a Store<'a>,
}

impl Known<'_> {
    /// Adds a run, whose memory is counted.
    fn add(
        &mut self,
        number: usize,
        run: Vec<Block>,
        control: Control<'_>,
    ) -> Result<(), SolveError> {
        let (mut all, mut runs) = (count(&run), vec![(number, run)]);
        while let Some(other) = self.runs.pop_if(|(_, other)| count(other) < 2 * all) {
            all += count(&other.1);
            runs.push(other);
        }
        if runs.len() > 1 {
            let mut kept = Kept::new(self.store);
            kept.is_lasting = false;
            let blocks: Vec<Vec<Block>> = runs.iter().map(|(_, run)| run.clone()).collect();
            keep_merged(&blocks, (Kind::Known, number), &mut kept, control, |words| {
                Ok(blocks_of(&words))
            })?;
            let blocks: Vec<Block> = kept.chunks.into_iter().flat_map(|it| it.blocks).collect();
            debug_assert_eq!(count(&blocks), all);
            self.drop_runs(runs);
            runs = vec![(number, blocks)];
        }
        self.runs.append(&mut runs);
        Ok(())
    }

    fn drop_runs(&self, runs: Vec<(usize, Vec<Block>)>) {
        for (number, run) in runs {
            self.store.memory.give(memory(&run));
            self.store.remove(Kind::Known, number);
        }
    }

    /// Drops the ascending words that are known.
    fn drop_from(&self, words: &mut Vec<u64>) -> Result<(), SolveError> {
        let mut known = Vec::new();
        for (_, run) in &self.runs {
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

/// Finds all positions of a game, and calls `each` with the blocks of every level: stage by stage, in spans, or else nearest
/// the start first, in one.
pub(crate) fn find_all(
    game: &dyn Described,
    store: &Store<'_>,
    control: Control<'_>,
    by_stage: bool,
    mut each: impl FnMut(&[Block]) -> Result<(), SolveError>,
) -> Result<Vec<Span>, SolveError> {
    let left = Span::left(store);
    if are_all(&left) {
        return Ok(left);
    }
    control.event(Event::Phase { name: "finding", states: None });
    control.set_position(0);
    let bits = (store.buffer(8 << REMEMBERED) / 8).max(1).ilog2();
    let collectors = (0..rayon::current_num_threads()).map(|_| Collector::default()).collect();
    let mut search = Search {
        game,
        store,
        control,
        by_stage,
        left: left.into_iter(),
        collectors,
        most: 1 << bits,
        number: first(bits),
        end: first(bits + 1),
        waiting: Waiting::new(store),
        stage: 0,
        level: Vec::new(),
        known: Known { runs: Vec::new(), store },
        found: 0,
        states: 0,
        moves: 0,
        spans: Vec::new(),
    };
    game.starts(&mut |starts| {
        let starts = if by_stage { starts } else { ByStage::from([(0, merge_starts(starts))]) };
        search.waiting.add(starts, 0, 0)
    })?;
    if search.waiting.positions() < search.most as u64 {
        search.find_few(&mut each)?;
    }
    loop {
        if !search.level.is_empty() {
            search.expand(&mut each)?;
            continue;
        }
        let next = search.waiting.lowest();
        if next.is_none() || search.states >= search.most as u64 {
            search.end_span(next.is_none())?;
        }
        match next {
            Some(stage) => search.begin_stage(stage)?,
            None => return Ok(search.spans),
        }
    }
}

/// Ascending words of all stages.
fn merge_starts(starts: ByStage) -> Vec<u64> {
    let mut words: Vec<u64> = starts.into_values().flatten().collect();
    words.sort_unstable();
    words
}

/// What has been found.
struct Search<'a> {
    game: &'a dyn Described,
    store: &'a Store<'a>,
    control: Control<'a>,
    by_stage: bool,
    /// Spans that an earlier build left.
    left: std::vec::IntoIter<Span>,
    collectors: Vec<Collector>,
    /// How many words a hash table remembers, and a span has at least.
    most: usize,
    /// The level that is expanded, of which stage it is, and its words.
    number: usize,
    stage: u32,
    level: Vec<Block>,
    /// No level has this number.
    end: usize,
    waiting: Waiting<'a>,
    known: Known<'a>,
    /// How many positions there are in all, and how many, with how many moves, in the span.
    found: u64,
    states: u64,
    moves: u64,
    spans: Vec<Span>,
}

impl Search<'_> {
    /// Finds what a hash table has room for.
    fn find_few(
        &mut self,
        each: &mut impl FnMut(&[Block]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let (mut waiting, mut seen) = (ByStage::new(), HashSet::new());
        for chunk in self.waiting.take(|_| true) {
            let mut words = Vec::new();
            chunk.blocks.iter().try_for_each(|block| words::read(block, &mut words))?;
            words.retain(|&word| seen.insert(word));
            waiting.entry(chunk.stage()).or_default().append(&mut words);
        }
        let (mut batch, mut spare, mut words) = (Batch::default(), Vec::new(), Vec::new());
        let most = self.most;
        let mut keep_new = |next: &mut Vec<u64>, seen: &HashSet<u64>| {
            sort(next, &mut spare);
            next.dedup();
            next.retain(|word| !seen.contains(word));
            next.len() + seen.len() < most
        };
        'few: loop {
            if words.is_empty() {
                let Some((stage, next)) = waiting.pop_first() else { break };
                (self.stage, words) = (stage, next);
                words.sort_unstable();
            }
            let (mut next, mut more, mut full) = (Vec::new(), 0, most);
            for words in words.chunks(self.game.together()) {
                self.game.ask(words, Purpose::Find, &mut batch)?;
                more += batch.children.len() as u64;
                for child in &batch.children {
                    let word = child.key.word;
                    if !self.by_stage || child.stage == self.stage {
                        next.push(word);
                    } else if seen.insert(word) {
                        check_stage(self.game, self.stage, child)?;
                        waiting.entry(child.stage).or_default().push(word);
                    }
                }
                if next.len() >= full || seen.len() >= most {
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
            self.control.set_length(seen.len() as u64);
            self.control.advance(words.len() as u64)?;
            event(self.control, words.len() as u64, more);
            self.moves += more;
            seen.extend(&next);
            words = next;
            self.number += 1;
        }
        for words in waiting.values_mut() {
            words.iter().for_each(|word| {
                seen.remove(word);
            });
            words.sort_unstable();
        }
        self.waiting.add(waiting, self.number, 0)?;
        self.level = blocks_of(&words);
        let mut all: Vec<u64> = seen.into_iter().collect();
        all.sort_unstable();
        self.know(blocks_of(&all))
    }

    /// Adds words that are new in the span, but for their memory.
    fn know(&mut self, run: Vec<Block>) -> Result<(), SolveError> {
        let new = count(&run) as u64;
        self.found += new;
        self.states += new;
        self.store.memory.take(memory(&run))?;
        self.known.add(self.number, run, self.control)
    }

    /// Begins a stage with all that waits for it.
    fn begin_stage(&mut self, stage: u32) -> Result<(), SolveError> {
        self.number += 1;
        self.stage = stage;
        let chunks = self.waiting.take(|chunk| chunk.stage() == stage);
        self.keep_new(&chunks)
    }

    /// Expands the level, and makes what is new of its stage the next one.
    fn expand(
        &mut self,
        each: &mut impl FnMut(&[Block]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let Self { game, store, control, .. } = *self;
        if self.number >= self.end {
            return Err(SolveError::TooLarge);
        }
        let level = Level::new(self.number, self.stage, self.level.iter());
        control.set_length(self.found);
        each(&self.level)?;
        let next = Expansion::new(game, &level, store, control)?;
        let next = next.next(&level, &mut self.collectors)?;
        event(control, level.positions, next.moves);
        self.moves += next.moves;
        self.number += 1;
        next.finish(&mut self.waiting.kept)?;
        let (by_stage, stage) = (self.by_stage, self.stage);
        let chunks = self.waiting.take(|chunk| !by_stage || chunk.stage() == stage);
        self.keep_new(&chunks)
    }

    /// Makes those words of chunks that are not known the level.
    fn keep_new(&mut self, chunks: &[Chunk]) -> Result<(), SolveError> {
        let store = self.store;
        let mut new = Kept::new(store);
        let memory = chunks.iter().map(Chunk::memory).sum();
        store.memory.take(memory)?;
        let key = (Kind::Merged, self.number);
        keep_merged(&Waiting::runs(chunks), key, &mut new, self.control, |mut words| {
            self.known.drop_from(&mut words)?;
            Ok(blocks_of(&words))
        })?;
        store.memory.give(memory + new.chunks.iter().map(Chunk::memory).sum::<u64>());
        self.level = new.chunks.into_iter().flat_map(|chunk| chunk.blocks).collect();
        self.know(self.level.clone())
    }

    /// Puts the words of a span together.
    fn end_span(&mut self, is_last: bool) -> Result<(), SolveError> {
        let number = self.spans.len();
        let span = match self.left.next() {
            Some(span) => span,
            None => Span::new(number, self.all_known(number, is_last)?),
        };
        self.spans.push(span);
        let known = std::mem::take(&mut self.known.runs);
        self.known.drop_runs(known);
        (self.states, self.moves) = (0, 0);
        Ok(())
    }

    /// All words of a span, in chunks.
    fn all_known(&self, number: usize, is_last: bool) -> Result<Vec<Chunk>, SolveError> {
        let runs: Vec<Vec<Block>> = self.known.runs.iter().map(|(_, run)| run.clone()).collect();
        let chunks = self.states.div_ceil((GROUP * BLOCK) as u64);
        let last_stage = if is_last { u32::MAX } else { self.stage };
        let notes = [self.moves, last_stage.into(), chunks, 0, 0];
        // Values need the memory more.
        let mut kept = Kept::new(self.store);
        kept.share = 16;
        let (mut blocks, mut words) = (Vec::new(), Vec::new());
        let parts = parts(&runs);
        let together = parts.chunks(TOGETHER * rayon::current_num_threads());
        for (place, parts) in (1..).zip(together.clone()) {
            let parts = parts.par_iter().map(|&part| merged(&runs, part));
            let parts: Result<Vec<Vec<u64>>, SolveError> = parts.collect();
            parts?.iter().for_each(|part| words.extend(part));
            let is_end = place == together.len();
            let whole = if is_end { words.len() } else { words.len() / BLOCK * BLOCK };
            blocks.par_extend(words[..whole].par_chunks(BLOCK).map(pack));
            words.drain(..whole);
            while blocks.len() >= GROUP || is_end && !blocks.is_empty() {
                let key = (Kind::All, number, kept.chunks.len() as u64);
                let blocks = blocks.drain(..blocks.len().min(GROUP)).collect();
                kept.add(Chunk::new(key, notes, blocks))?;
            }
            self.control.check()?;
        }
        Ok(kept.chunks)
    }
}

/// Bytes of memory for each position, and of disk for each move, until all is solved.
const OF_POSITION: u64 = 5;
const OF_MOVE: u64 = 7;

fn event(control: Control<'_>, positions: u64, moves: u64) {
    let [memory, disk] = [OF_POSITION * positions, OF_MOVE * moves];
    control.event(Event::Level { positions, moves, memory: memory + disk, disk });
}
