//! Finds the positions level by level.

use std::collections::{BTreeMap, HashSet};

use perfectplay_core::retrieval::mix;

use super::expand::{Collector, Expansion, Level, check_stage};
use super::kept::Kept;
use super::merge::keep_merged;
use super::next::Stage;
use super::small::{SMALL, SmallLevels};
use super::store::{Block, Chunk, Kind, Store};
use super::words::{BLOCK, pack, read};
use crate::solve::children::ByStage;
use crate::solve::prelude::*;

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

/// Finds all positions of a game; `None` if it shows that moves within a stage do not always lead one level on.
pub(crate) fn find(
    game: &dyn Described,
    store: &Store<'_>,
    control: Control<'_>,
) -> Result<Option<Levels>, SolveError> {
    let mut collectors: Vec<Collector> =
        (0..rayon::current_num_threads()).map(|_| Collector::default()).collect();
    let remembered = Remembered { most: u64::MAX, words: HashSet::new(), checkpoint: Vec::new() };
    let (kept, waiting) = (Kept::new(store), Waiting::new(store));
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
    game.starts(&mut |starts| found.waiting.add(starts, 0, 0))?;
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
        next.finish(&mut found.waiting.kept)?;
        found.number += 1;
    }
    let Found { kept, begins, stages, number, states, moves, .. } = found;
    // What `verify` can prove.
    let ends = stages.len() == 1 || stages.len() == number;
    let is_proven = ends || game.values() != Values::OutcomeOnly;
    Ok(is_proven.then_some(Levels { chunks: kept.chunks, begins, stages, states, moves }))
}

/// What has been found.
struct Found<'a> {
    game: &'a dyn Described,
    store: &'a Store<'a>,
    control: Control<'a>,
    /// Words of levels.
    kept: Kept<'a>,
    waiting: Waiting<'a>,
    remembered: Remembered,
    /// The level that is to be expanded.
    number: usize,
    begins: Vec<(usize, usize)>,
    stages: BTreeMap<u32, Stage>,
    states: u64,
    moves: u64,
}

impl Found<'_> {
    /// Makes the next level of what waits for the lowest stage, which is returned; `None` if nothing waits.
    fn begin_level(&mut self) -> Result<Option<u32>, SolveError> {
        let Some(stage) = self.waiting.lowest() else { return Ok(None) };
        let chunks = self.waiting.take(|chunk| chunk.stage() == stage);
        let (level, from) = (self.number, chunks[0].key.1.saturating_sub(1));
        self.stages.entry(stage).or_insert(Stage { level, from });
        self.begins.push((level, self.kept.chunks.len()));
        let runs = Waiting::runs(&chunks);
        if runs.len() == 1 {
            chunks.into_iter().try_for_each(|chunk| self.kept.add(chunk))?;
            return Ok(Some(stage));
        }
        let memory = chunks.iter().map(Chunk::memory).sum();
        self.store.memory.take(memory)?;
        keep_merged(&runs, (Kind::Merged, level), &mut self.kept, self.control, |words| {
            Ok(words.chunks(BLOCK).map(pack).collect())
        })?;
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
                    for words in words.chunks(self.game.together()) {
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
                    self.moves += moves;
                    self.waiting.add(next, self.number, moves)?;
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

/// Words of stages that have not begun, or of the next level of one.
pub(super) struct Waiting<'a> {
    pub(super) kept: Kept<'a>,
}

impl<'a> Waiting<'a> {
    pub(super) fn new(store: &'a Store<'a>) -> Self {
        Self { kept: Kept::new(store) }
    }

    /// Adds few words for the level of this number, and for later ones, unless an earlier build has left them; so many moves
    /// lead to them.
    pub(super) fn add(
        &mut self,
        words: ByStage,
        level: usize,
        moves: u64,
    ) -> Result<(), SolveError> {
        let before = self.kept.chunks.iter().filter(|chunk| chunk.key.1 == level).count() as u64;
        for (part, (stage, words)) in (before..).zip(words) {
            let key = (Kind::Words, level, part);
            let blocks = || words.chunks(BLOCK).map(pack).collect();
            let new = || Chunk::new(key, [moves, stage.into(), 0, 0, 0], blocks());
            self.kept.add(self.kept.store.take(key).unwrap_or_else(new))?;
        }
        Ok(())
    }

    pub(super) fn positions(&self) -> u64 {
        self.kept.chunks.iter().map(Chunk::positions).sum()
    }

    /// The lowest stage that something waits for.
    pub(super) fn lowest(&self) -> Option<u32> {
        let waiting = self.kept.chunks.iter().filter(|chunk| !chunk.blocks.is_empty());
        waiting.map(Chunk::stage).min()
    }

    pub(super) fn take(&mut self, is_one: impl Fn(&Chunk) -> bool) -> Vec<Chunk> {
        self.kept.take(is_one)
    }

    /// Runs of what chunks have.
    pub(super) fn runs(chunks: &[Chunk]) -> Vec<Vec<Block>> {
        // Starts are handed on without order.
        let is_run = |one: &Chunk, next: &Chunk| {
            one.key.1 == next.key.1 && one.stage() == next.stage() && one.key.1 > 0
        };
        let blocks = |chunks: &[Chunk]| chunks.iter().flat_map(|it| &it.blocks).cloned().collect();
        chunks.chunk_by(is_run).map(blocks).collect()
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
