//! Finds all positions, level by level: those of a level are one move further from the start than those of the
//! level before.

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard};

use perfectplay_core::control::{Control, Event};
use rayon::prelude::*;

use crate::solve::children::{Ask, Batch, Purpose, checked_key, guarded};
use crate::solve::error::SolveError;
use crate::solve::game::Game;
use crate::solve::memory::Memory;
use crate::solve::positions::{ByNumber, FEW_RUNS, Key, Number, Run, SHARDS, Shard};

/// How many words for one shard a thread collects before it adds them.
const COLLECTED: usize = 64;

/// About how many bytes of memory a position takes until it is solved, besides four for each move.
const BYTES: u64 = 30;

/// What is sought besides the positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// Nothing.
    Positions,
    /// How many moves lead to each position.
    Parents,
}

/// All positions of a game.
#[derive(Debug)]
pub(crate) struct FoundPositions {
    pub(crate) shards: Vec<Shard>,
    pub(crate) start: Number,
    /// The positions of each level.
    pub(crate) levels: Vec<Vec<Run>>,
    /// How many moves lead to each position, if that was sought.
    pub(crate) parents: ByNumber<AtomicU32>,
    pub(crate) states: u64,
    pub(crate) moves: u64,
    /// The memory that all this is in.
    pub(crate) memory: Memory,
}

impl FoundPositions {
    /// The words, level by level, and ascending in each.
    pub(crate) fn words(&self) -> Result<Vec<u64>, SolveError> {
        let mut words = Vec::new();
        self.memory.grow(&mut words, self.states as usize)?;
        for level in &self.levels {
            let before = words.len();
            for run in level {
                words.extend(&self.shards[run.first.shard()].words[run.places()]);
            }
            words[before..].sort_unstable();
        }
        Ok(words)
    }
}

/// Finds all positions of a game, and what is sought besides.
pub(crate) fn search<G: Ask>(
    game: &G,
    sought: Goal,
    memory: u64,
    control: Control<'_>,
) -> Result<FoundPositions, SolveError> {
    let key = guarded(game, &Cell::new(0), || checked_key(game.game(), game.game().start()))?;
    let finder = Finder {
        game,
        sought,
        memory: Memory::new(memory),
        control,
        shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
        level_ends: (0..SHARDS).map(|_| AtomicUsize::new(0)).collect(),
        moves: AtomicU64::new(0),
    };
    let start = Number::new(key.shard(), finder.insert(&mut finder.shard(key.shard()), key)?);
    let new = |_| vec![Vec::new(); SHARDS];
    let mut collectors: Vec<Collector> = (0..rayon::current_num_threads()).map(new).collect();
    let (mut levels, mut states) = (Vec::new(), 0);
    control.event(Event::Phase { name: "finding", states: None });
    control.set_position(0);
    loop {
        let level = finder.new_level()?;
        if level.is_empty() {
            break;
        }
        let positions = level.iter().map(|run| u64::from(run.len)).sum::<u64>();
        states += positions;
        control.set_length(states);
        let before = finder.moves.load(Relaxed);
        finder.expand(&level, &mut collectors)?;
        let moves = finder.moves.load(Relaxed) - before;
        let memory = BYTES * positions + 4 * moves;
        control.event(Event::Level { positions, moves, memory, disk: 0 });
        levels.push(level);
    }
    let Finder { memory, moves, shards, .. } = finder;
    let moves = moves.into_inner();
    let shards = shards.into_iter().map(|shard| shard.into_inner().expect("no panic holds it"));
    let (shards, parents) = shards.map(|it| (it.positions, it.parents)).collect();
    let parents = ByNumber(parents);
    Ok(FoundPositions { shards, start, levels, parents, states, moves, memory })
}

/// A shard whose positions are being found.
#[derive(Default)]
struct OpenShard {
    positions: Shard,
    /// How many moves lead to each, if that is sought.
    parents: Vec<AtomicU32>,
}

struct Finder<'a, G> {
    game: &'a G,
    sought: Goal,
    memory: Memory,
    control: Control<'a>,
    shards: Vec<Mutex<OpenShard>>,
    /// By shard: where the positions of the next level begin.
    level_ends: Vec<AtomicUsize>,
    moves: AtomicU64,
}

/// Words that a thread has found, by shard.
type Collector = Vec<Vec<u64>>;

impl<G: Ask> Finder<'_, G> {
    fn shard(&self, shard: usize) -> MutexGuard<'_, OpenShard> {
        self.shards[shard].lock().expect("no panic holds it")
    }

    /// The positions that were found since this was called last.
    fn new_level(&self) -> Result<Vec<Run>, SolveError> {
        let run = |shard: usize| {
            let end = self.shard(shard).positions.words.len();
            Run::new(shard, self.level_ends[shard].swap(end, Relaxed)..end)
        };
        let runs: Vec<Run> = (0..SHARDS).filter_map(run).collect();
        let mut level = Vec::new();
        self.memory.grow(&mut level, runs.len())?;
        level.extend(runs);
        Ok(level)
    }

    /// Adds the positions that moves of a level lead to.
    fn expand(&self, level: &[Run], collectors: &mut [Collector]) -> Result<(), SolveError> {
        let next = AtomicUsize::new(0);
        let work = |collector: &mut Collector| {
            let (mut batch, mut words) = (Batch::default(), Vec::new());
            while let Some(run) = level.get(next.fetch_add(1, Relaxed)) {
                words.extend(&self.shard(run.first.shard()).positions.words[run.places()]);
                if words.len() >= G::TOGETHER {
                    self.expand_words(&mut words, &mut batch, collector)?;
                }
            }
            self.expand_words(&mut words, &mut batch, collector)?;
            (0..SHARDS).try_for_each(|shard| self.add(shard, &mut collector[shard]))
        };
        let stop = |_: &SolveError| next.store(level.len(), Relaxed);
        // Waking threads takes longer than a few positions.
        let threads = if level.len() < FEW_RUNS { 1 } else { collectors.len() };
        collectors[..threads].par_iter_mut().try_for_each(|own| work(own).inspect_err(stop))
    }

    /// Adds the positions that moves lead to from some words, which it takes out.
    fn expand_words(
        &self,
        words: &mut Vec<u64>,
        batch: &mut Batch,
        collector: &mut Collector,
    ) -> Result<(), SolveError> {
        for words in words.chunks(G::TOGETHER) {
            self.game.ask(words, Purpose::Find, batch)?;
            for child in &batch.children {
                let collected = &mut collector[child.key.shard()];
                collected.push(child.key.word);
                if collected.len() == COLLECTED {
                    self.add(child.key.shard(), collected)?;
                }
            }
            self.control.advance(words.len() as u64)?;
        }
        words.clear();
        Ok(())
    }

    /// Adds words to their shard, for each move that leads there.
    fn add(&self, shard: usize, words: &mut Vec<u64>) -> Result<(), SolveError> {
        if words.is_empty() {
            return Ok(());
        }
        let keys = || words.iter().copied().map(Key::new);
        let mut shard = self.shard(shard);
        keys().for_each(|key| shard.positions.prefetch_slot(key));
        keys().for_each(|key| {
            shard.positions.prefetch_word(key);
        });
        for key in keys() {
            let place = self.insert(&mut shard, key)?;
            if let Some(count) = shard.parents.get_mut(place) {
                *count.get_mut() = count.get_mut().checked_add(1).ok_or(SolveError::TooLarge)?;
            }
        }
        drop(shard);
        self.moves.fetch_add(words.len() as u64, Relaxed);
        words.clear();
        Ok(())
    }

    /// Adds a word unless it is there. Returns its place.
    #[inline]
    fn insert(&self, shard: &mut OpenShard, key: Key) -> Result<usize, SolveError> {
        let OpenShard { positions, parents } = shard;
        let place = positions.insert(key, &self.memory)?;
        if self.sought == Goal::Parents && place == parents.len() {
            self.memory.grow(parents, positions.words.capacity())?;
            parents.push(AtomicU32::default());
        }
        Ok(place)
    }
}
