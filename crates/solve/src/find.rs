//! Finds all positions, level by level: those of a level are one move further from the start than those of the
//! level before.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use perfectplay_core::control::Control;
use rayon::prelude::*;

use crate::children::{Batch, TOGETHER, checked_key, guarded};
use crate::error::SolveError;
use crate::game::Game;
use crate::memory::Memory;
use crate::positions::{ByNumber, Key, Number, SHARDS, Shard};

/// How many words for one shard a thread collects before it adds them.
const COLLECTED: usize = 64;
/// So many runs are visited sooner than more threads are woken.
pub(crate) const FEW_RUNS: usize = 16;

/// Consecutive positions of a shard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    first: Number,
    len: u32,
}

impl Run {
    /// The positions of a shard at some places; `None` if there are none.
    pub(crate) fn new(shard: usize, places: Range<usize>) -> Option<Self> {
        let first = Number::new(shard, places.start);
        (!places.is_empty()).then_some(Self { first, len: places.len() as u32 })
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = Number> + use<> {
        let Self { first, len } = *self;
        (0..len as usize).map(move |place| Number::new(first.shard(), first.place() + place))
    }
}

/// What is sought besides the positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sought {
    /// Nothing.
    Positions,
    /// Levels, each of which moves leave to the next one. The search ends when there are none.
    Levels,
    /// How many moves lead to each position.
    Parents,
}

/// All positions of a game.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) shards: Vec<Shard>,
    pub(crate) start: Number,
    /// Whether every move leads to the next level.
    pub(crate) is_layered: bool,
    /// The positions of each level, if they were sought.
    pub(crate) levels: Vec<Vec<Run>>,
    /// How many moves lead to each position, if that was sought.
    pub(crate) parents: ByNumber<AtomicU32>,
    pub(crate) states: u64,
    pub(crate) moves: u64,
    /// The memory that all this is in.
    pub(crate) memory: Memory,
}

/// Finds all positions of a game, to be solved, in at most `memory` bytes.
pub(crate) fn find<G: Game>(
    game: &G,
    memory: u64,
    control: Control<'_>,
) -> Result<Found, SolveError> {
    let found = search(game, Sought::Levels, memory, control)?;
    if found.is_layered {
        return Ok(found);
    }
    // Most games show near the start that they have no levels, so that little was done in vain.
    drop(found);
    search(game, Sought::Parents, memory, control)
}

/// Finds all positions of a game, and what is sought besides.
pub(crate) fn search<G: Game>(
    game: &G,
    sought: Sought,
    memory: u64,
    control: Control<'_>,
) -> Result<Found, SolveError> {
    let key = guarded(game, &Cell::new(0), || checked_key(game, game.start()))?;
    let finder = Finder {
        game,
        sought,
        memory: Memory::new(memory),
        control,
        shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
        level_ends: (0..SHARDS).map(|_| AtomicUsize::new(0)).collect(),
        is_layered: AtomicBool::new(true),
        moves: AtomicU64::new(0),
    };
    let start = Number::new(key.shard(), finder.insert(&mut finder.shard(key.shard()), key)?);
    let mut collectors: Vec<Collector> =
        (0..rayon::current_num_threads()).map(|_| vec![Vec::new(); SHARDS]).collect();
    let (mut levels, mut states) = (Vec::new(), 0);
    control.set_position(0);
    loop {
        let level = finder.new_level()?;
        let is_done = sought == Sought::Levels && !finder.is_layered.load(Relaxed);
        if level.is_empty() || is_done {
            break;
        }
        states += level.iter().map(|run| u64::from(run.len)).sum::<u64>();
        control.set_length(states);
        finder.expand(&level, &mut collectors)?;
        match sought {
            Sought::Levels => levels.push(level),
            _ => finder.memory.free(level),
        }
    }
    let Finder { memory, is_layered, moves, shards, .. } = finder;
    let (is_layered, moves) = (is_layered.into_inner(), moves.into_inner());
    let shards = shards.into_iter().map(|shard| shard.into_inner().expect("no panic holds it"));
    let (shards, parents) = shards.map(|it| (it.positions, it.parents)).unzip();
    let parents = ByNumber(parents);
    Ok(Found { shards, start, is_layered, levels, parents, states, moves, memory })
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
    sought: Sought,
    memory: Memory,
    control: Control<'a>,
    shards: Vec<Mutex<OpenShard>>,
    /// By shard: where the positions of the next level begin.
    level_ends: Vec<AtomicUsize>,
    is_layered: AtomicBool,
    moves: AtomicU64,
}

/// Words that a thread has found, by shard.
type Collector = Vec<Vec<u64>>;

impl<G: Game> Finder<'_, G> {
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
            let mut batch = Batch::new(self.game);
            while let Some(run) = level.get(next.fetch_add(1, Relaxed)) {
                self.expand_run(*run, &mut batch, collector)?;
            }
            (0..SHARDS).try_for_each(|shard| self.add(shard, &mut collector[shard]))
        };
        let stop = |_: &SolveError| next.store(level.len(), Relaxed);
        // Waking threads takes longer than a few positions.
        let threads = if level.len() < FEW_RUNS { 1 } else { collectors.len() };
        collectors[..threads].par_iter_mut().try_for_each(|own| work(own).inspect_err(stop))
    }

    fn expand_run(
        &self,
        run: Run,
        batch: &mut Batch<'_, G>,
        collector: &mut Collector,
    ) -> Result<(), SolveError> {
        let (shard, mut words) = (run.first.shard(), [0; TOGETHER]);
        let places = run.first.place()..run.first.place() + run.len as usize;
        for from in places.clone().step_by(words.len()) {
            let words = &mut words[..(places.end - from).min(TOGETHER)];
            words.copy_from_slice(&self.shard(shard).positions.words[from..][..words.len()]);
            batch.fill(words.iter().copied(), |_| Ok(()), |child| checked_key(self.game, child))?;
            for child in &batch.children {
                let collected = &mut collector[child.key.shard()];
                collected.push(child.key.word);
                if collected.len() == COLLECTED {
                    self.add(child.key.shard(), collected)?;
                }
            }
            self.control.advance(words.len() as u64)?;
        }
        Ok(())
    }

    /// Adds words to their shard, for each move that leads there.
    fn add(&self, shard: usize, words: &mut Vec<u64>) -> Result<(), SolveError> {
        let keys = || words.iter().copied().map(Key::new);
        let (mut earliest, level_end) = (usize::MAX, self.level_ends[shard].load(Relaxed));
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
            earliest = earliest.min(place);
        }
        drop(shard);
        if earliest < level_end {
            self.is_layered.store(false, Relaxed);
        }
        self.moves.fetch_add(words.len() as u64, Relaxed);
        words.clear();
        Ok(())
    }

    /// Adds a word unless it is there. Returns its place.
    #[inline]
    fn insert(&self, shard: &mut OpenShard, key: Key) -> Result<usize, SolveError> {
        let OpenShard { positions, parents } = shard;
        let place = positions.insert(key, &self.memory)?;
        if self.sought == Sought::Parents && place == parents.len() {
            self.memory.grow(parents, positions.words.capacity())?;
            parents.push(AtomicU32::default());
        }
        Ok(place)
    }
}
