//! The positions that were found, without a hash table: level by level, each position once.
//!
//! It is the plain way, and shares nothing with how a build keeps its levels. Words are in shards by their order. In a
//! shard, what moves of a level lead to is sorted, and what was known before is dropped: known words lie in ascending
//! runs, each at least twice as long as the next, so that a word is merged a few times at most.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard};

use crate::solve::prelude::*;

/// How many words a block has at most.
const BLOCK: usize = 1 << 10;
/// How many words a shard collects at least before it sorts them.
const FEWEST: usize = 1 << 8;

/// Ascending words: the first one, and what each is larger by than the one before, in groups of seven bits.
#[derive(Debug)]
pub(crate) struct PackedWords {
    first: u64,
    pub(crate) count: usize,
    differences: Box<[u8]>,
}

impl PackedWords {
    pub(crate) fn new(words: &[u64]) -> Self {
        let mut differences = Vec::with_capacity(2 * words.len());
        for pair in words.windows(2) {
            let mut rest = pair[1] - pair[0];
            while rest >= 128 {
                differences.push(rest as u8 | 128);
                rest >>= 7;
            }
            differences.push(rest as u8);
        }
        Self { first: words[0], count: words.len(), differences: differences.into() }
    }

    /// Appends its words.
    pub(crate) fn read(&self, words: &mut Vec<u64>) {
        let (mut word, mut difference, mut bits) = (self.first, 0, 0);
        words.reserve(self.count);
        words.push(word);
        for &byte in &self.differences {
            difference |= u64::from(byte & 127) << bits;
            bits += 7;
            if byte < 128 {
                word += difference;
                words.push(word);
                (difference, bits) = (0, 0);
            }
        }
    }

    fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.differences.len()) as u64
    }
}

/// Blocks whose words ascend.
type Run = Vec<PackedWords>;

fn count(run: &Run) -> usize {
    run.iter().map(|block| block.count).sum()
}

/// Drops the ascending words that are in a run.
fn drop_known(words: &mut Vec<u64>, run: &Run) {
    let (mut blocks, mut known, mut place) = (run.iter().peekable(), Vec::new(), 0);
    words.retain(|&word| {
        let mut last = None;
        while let Some(block) = blocks.next_if(|block| block.first <= word) {
            last = Some(block);
        }
        if let Some(block) = last {
            known.clear();
            block.read(&mut known);
            place = 0;
        }
        while known.get(place).is_some_and(|&known| known < word) {
            place += 1;
        }
        known.get(place) != Some(&word)
    });
}

/// Words that are near one another.
#[derive(Debug, Default)]
struct Shard {
    /// What moves of this level lead to; the first `sorted` of them are ascending.
    found: Vec<u64>,
    sorted: usize,
    known: Vec<Run>,
}

impl Shard {
    fn sort(&mut self) {
        // A stable sort makes use of those that are sorted.
        self.found.sort();
        self.found.dedup();
        self.sorted = self.found.len();
    }

    /// What was found that is new; `repeats` becomes true if something is not.
    fn next(
        &mut self,
        level: Run,
        memory: &Memory,
        repeats: &AtomicBool,
    ) -> Result<Run, SolveError> {
        if !level.is_empty() {
            self.know(level, memory)?;
        }
        self.sort();
        let mut new = std::mem::take(&mut self.found);
        self.sorted = 0;
        memory.give((new.capacity() * size_of::<u64>()) as u64);
        let found = new.len();
        self.known.iter().for_each(|run| drop_known(&mut new, run));
        repeats.fetch_or(new.len() < found, Relaxed);
        pack(&new, memory)
    }

    /// Adds words that are new.
    fn know(&mut self, mut run: Run, memory: &Memory) -> Result<(), SolveError> {
        while let Some(other) = self.known.pop_if(|other| count(other) < 2 * count(&run)) {
            let mut words = Vec::new();
            other.iter().chain(&run).for_each(|block| block.read(&mut words));
            words.sort();
            memory.give(other.iter().chain(&run).map(PackedWords::bytes).sum());
            run = pack(&words, memory)?;
        }
        self.known.push(run);
        Ok(())
    }
}

fn pack(words: &[u64], memory: &Memory) -> Result<Run, SolveError> {
    let run: Run = words.chunks(BLOCK).map(PackedWords::new).collect();
    memory.take(run.iter().map(PackedWords::bytes).sum())?;
    Ok(run)
}

/// All positions that were found so far, in shards.
#[derive(Debug)]
pub(crate) struct KnownPositions {
    shards: Vec<Mutex<Shard>>,
    memory: Memory,
    repeats: AtomicBool,
}

impl KnownPositions {
    /// None yet.
    pub(crate) fn new(shards: usize, memory: Memory) -> Self {
        let shards = (0..shards).map(|_| Mutex::default()).collect();
        Self { shards, memory, repeats: AtomicBool::new(false) }
    }

    /// Adds words that moves lead to, all of a shard, and takes them out.
    pub(crate) fn add(&self, shard: usize, words: &mut Vec<u64>) -> Result<(), SolveError> {
        let mut shard = self.lock(shard);
        if shard.found.len() + words.len() > shard.found.capacity() {
            // Half of them or more may be there twice.
            if shard.found.len() >= 2 * shard.sorted {
                shard.sort();
            }
            let room = shard.found.len() + words.len();
            self.memory.grow(&mut shard.found, (room + room / 4).max(FEWEST))?;
        }
        shard.found.append(words);
        Ok(())
    }

    /// The next level, by shard, after one.
    pub(crate) fn next(&self, shard: usize, level: Run) -> Result<Run, SolveError> {
        self.lock(shard).next(level, &self.memory, &self.repeats)
    }

    /// Whether a position was found in two levels.
    pub(crate) fn repeats(&self) -> bool {
        self.repeats.load(Relaxed)
    }

    fn lock(&self, shard: usize) -> MutexGuard<'_, Shard> {
        self.shards[shard].lock().expect("no panic holds it")
    }
}
