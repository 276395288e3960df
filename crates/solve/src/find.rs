//! Finds all positions, level by level: those of a level are one move further from the start than those of the
//! level before.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use perfectplay_core::control::Control;

use crate::error::{Mistake, SolveError};
use crate::game::Game;
use crate::positions::{ByNumber, Key, MOST_PLACES, Number, SHARDS, Shard};

/// How many words for one shard a thread collects before it adds them.
const COLLECTED: usize = 64;
/// How many words a thread takes of a shard at a time.
const TAKEN: usize = 512;
/// The most moves of a position.
pub(crate) const MOST_MOVES: usize = u16::MAX as usize;

/// Consecutive positions of a shard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) first: Number,
    pub(crate) len: u32,
}

/// All positions of a game.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) shards: Vec<Shard>,
    /// How many moves lead to each position.
    pub(crate) parents: ByNumber<AtomicU32>,
    /// The positions of each level.
    pub(crate) levels: Vec<Vec<Run>>,
    /// Whether every move leads to the next level.
    pub(crate) is_layered: bool,
    pub(crate) states: u64,
    pub(crate) moves: u64,
}

/// Calls a description's code, in which a panic is a mistake. `at` has the word of the position that it is about.
pub(crate) fn guarded<G: Game, T>(
    game: &G,
    at: &Cell<u64>,
    work: impl FnOnce() -> Result<T, SolveError>,
) -> Result<T, SolveError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let word = at.get();
        let show = || game.show(game.unpack(word));
        let position =
            catch_unwind(AssertUnwindSafe(show)).unwrap_or_else(|_| format!("the word {word}"));
        Err(SolveError::Mistake { position, mistake: Mistake::Panic })
    })
}

/// The key of the canonical position of one, after a check that it comes back from its word.
#[inline]
pub(crate) fn key<G: Game>(game: &G, position: G::Position) -> Result<Key, SolveError> {
    canonical_key(game, game.canonical(position))
}

/// The key of a canonical position, after the same check.
#[inline]
pub(crate) fn canonical_key<G: Game>(game: &G, canonical: G::Position) -> Result<Key, SolveError> {
    let word = game.pack(canonical);
    if game.unpack(word) != canonical {
        let mistake = Mistake::Word { word };
        return Err(SolveError::Mistake { position: game.show(canonical), mistake });
    }
    Ok(Key::new(word))
}

/// Finds all positions of a game, in at most `memory` bytes.
pub(crate) fn find<G: Game>(
    game: &G,
    memory: u64,
    control: Control<'_>,
) -> Result<Found, SolveError> {
    let at = Cell::new(0);
    let start = guarded(game, &at, || key(game, game.start()))?;
    let finder = Finder {
        game,
        control,
        shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
        level_ends: (0..SHARDS).map(|_| AtomicUsize::new(0)).collect(),
        is_layered: AtomicBool::new(true),
        moves: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        memory,
    };
    finder.shard(start.shard()).insert(start);
    let mut collectors: Vec<Collector> =
        (0..rayon::current_num_threads()).map(|_| Collector::default()).collect();
    let (mut levels, mut states) = (Vec::new(), 0);
    loop {
        let level = finder.new_level();
        if level.is_empty() {
            break;
        }
        states += level.iter().map(|run| u64::from(run.len)).sum::<u64>();
        finder.expand(&level, &mut collectors)?;
        levels.push(level);
    }
    let is_layered = finder.is_layered.into_inner();
    let moves = finder.moves.into_inner();
    let shards =
        finder.shards.into_iter().map(|shard| shard.into_inner().expect("no panic holds it"));
    let mut shards: Vec<Shard> = shards.collect();
    let parents = ByNumber(shards.iter_mut().map(Shard::take_parents).collect());
    Ok(Found { shards, parents, levels, is_layered, states, moves })
}

struct Finder<'a, G> {
    game: &'a G,
    control: Control<'a>,
    shards: Vec<Mutex<Shard>>,
    /// By shard: where the positions of the next level begin.
    level_ends: Vec<AtomicUsize>,
    is_layered: AtomicBool,
    moves: AtomicU64,
    /// How many bytes the shards take, and how many they may take.
    bytes: AtomicU64,
    memory: u64,
}

/// Words that a thread has found, by shard.
struct Collector(Vec<Vec<u64>>);

impl Default for Collector {
    fn default() -> Self {
        Self((0..SHARDS).map(|_| Vec::new()).collect())
    }
}

impl<G: Game> Finder<'_, G> {
    fn shard(&self, shard: usize) -> MutexGuard<'_, Shard> {
        self.shards[shard].lock().expect("no panic holds it")
    }

    /// The positions that were found since this was called last.
    fn new_level(&self) -> Vec<Run> {
        let run = |shard: usize| {
            let end = self.shard(shard).words.len();
            let start = self.level_ends[shard].swap(end, Relaxed);
            (end > start)
                .then(|| Run { first: Number::new(shard, start), len: (end - start) as u32 })
        };
        (0..SHARDS).filter_map(run).collect()
    }

    /// Adds the positions that moves of a level lead to.
    fn expand(&self, level: &[Run], collectors: &mut [Collector]) -> Result<(), SolveError> {
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(None);
        let work = |collector: &mut Collector| {
            while let Some(&run) = level.get(next.fetch_add(1, Relaxed)) {
                self.expand_run(run, collector)?;
            }
            (0..SHARDS).try_for_each(|shard| self.add(shard, &mut collector.0[shard]))
        };
        let report = |collector: &mut Collector| {
            if let Err(error) = work(collector) {
                next.store(level.len(), Relaxed);
                failed.lock().expect("no panic holds it").get_or_insert(error);
            }
        };
        // Waking threads takes longer than a few positions.
        if level.len() < 16 {
            report(&mut collectors[0]);
        } else {
            rayon::scope(|scope| {
                collectors.iter_mut().for_each(|own| scope.spawn(|_| report(own)));
            });
        }
        failed.into_inner().expect("no panic holds it").map_or(Ok(()), Err)
    }

    fn expand_run(&self, run: Run, collector: &mut Collector) -> Result<(), SolveError> {
        let (shard, start) = (run.first.shard(), run.first.place());
        let end = start + run.len as usize;
        let mut words = Vec::with_capacity(TAKEN);
        for from in (start..end).step_by(TAKEN) {
            self.control.check()?;
            words.clear();
            words.extend_from_slice(&self.shard(shard).words[from..end.min(from + TAKEN)]);
            let at = Cell::new(0);
            guarded(self.game, &at, || {
                words.iter().try_for_each(|&word| {
                    at.set(word);
                    self.expand_position(word, collector)
                })
            })?;
            self.control.advance(words.len() as u64)?;
        }
        Ok(())
    }

    fn expand_position(&self, word: u64, collector: &mut Collector) -> Result<(), SolveError> {
        let game = self.game;
        let position = game.unpack(word);
        if game.end(position).is_some() {
            return Ok(());
        }
        let (mut moves, mut result) = (0, Ok(()));
        game.moves(position, |_, child| {
            moves += 1;
            if result.is_ok() {
                result = key(game, child).and_then(|key| {
                    let words = &mut collector.0[key.shard()];
                    words.push(key.word);
                    if words.len() < COLLECTED { Ok(()) } else { self.add(key.shard(), words) }
                });
            }
        });
        if moves > MOST_MOVES {
            let mistake = Mistake::Moves { most: MOST_MOVES };
            return Err(SolveError::Mistake { position: game.show(position), mistake });
        }
        result
    }

    /// Adds words to their shard.
    fn add(&self, shard: usize, words: &mut Vec<u64>) -> Result<(), SolveError> {
        if words.is_empty() {
            return Ok(());
        }
        let level_end = self.level_ends[shard].load(Relaxed);
        let mut positions = self.shard(shard);
        let mut earliest = usize::MAX;
        let before = positions.bytes();
        for &word in &*words {
            let place = positions.count(Key::new(word)).ok_or(SolveError::TooLarge)?;
            earliest = earliest.min(place);
        }
        let (places, grown) = (positions.words.len(), positions.bytes() - before);
        drop(positions);
        if grown > 0 {
            let need = self.bytes.fetch_add(grown, Relaxed) + grown;
            if need > self.memory {
                return Err(SolveError::Memory { need, limit: self.memory });
            }
        }
        if earliest < level_end {
            self.is_layered.store(false, Relaxed);
        }
        self.moves.fetch_add(words.len() as u64, Relaxed);
        words.clear();
        if places > MOST_PLACES - COLLECTED {
            return Err(SolveError::TooLarge);
        }
        Ok(())
    }
}
