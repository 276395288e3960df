//! Chunks that are complete, in the order in which they are wanted.

use std::time::{Duration, Instant};

use super::store::{Chunk, Key, Store};
use crate::solve::prelude::*;

/// How many positions are worth a file.
const WORTH_WRITING: u64 = 1 << 18;
/// What is worth less is written after so long.
const WAIT: Duration = Duration::from_secs(10);
/// A unit of fewer positions is made as soon as it is shared.
const WORTH_SHARING: u64 = 1 << 12;

/// Complete chunks: in memory while that is allowed, and in files if that is worth while.
#[derive(Debug)]
pub(crate) struct Kept<'a> {
    pub(crate) store: &'a Store<'a>,
    /// This part of the memory may hold blocks; the rest is for other things.
    pub(crate) share: u64,
    /// Whether a later build goes on from it, or another program, so that it is written even though there is memory.
    pub(crate) is_lasting: bool,
    pub(crate) chunks: Vec<Chunk>,
    /// How many of them are in files, and how many positions the others have.
    written: usize,
    waiting: u64,
    /// When the last file was written.
    last: Instant,
}

impl<'a> Kept<'a> {
    pub(crate) fn new(store: &'a Store<'a>) -> Self {
        let (share, last) = (3, store.begun);
        Self { store, share, is_lasting: true, chunks: Vec::new(), written: 0, waiting: 0, last }
    }

    /// Takes chunks out.
    pub(crate) fn take(&mut self, is_one: impl Fn(&Chunk) -> bool) -> Vec<Chunk> {
        self.written -= self.chunks[..self.written].iter().filter(|chunk| is_one(chunk)).count();
        let taken: Vec<Chunk> = self.chunks.extract_if(.., |chunk| is_one(chunk)).collect();
        let unwritten = self.chunks.iter().filter(|chunk| !chunk.is_written);
        self.waiting = unwritten.map(Chunk::positions).sum();
        self.store.memory.give(taken.iter().map(Chunk::memory).sum());
        taken
    }

    /// Adds units of chunks in their order: what `take` finds, or else what `make` makes. `each` sees them before.
    pub(crate) fn fill(
        &mut self,
        units: usize,
        mut take: impl FnMut(usize) -> Result<Option<Vec<Chunk>>, SolveError>,
        mut make: impl FnMut(usize) -> Result<Vec<Chunk>, SolveError>,
        mut each: impl FnMut(usize, &[Chunk]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut shared = vec![None; units];
        let share = self.store.share.filter(|_| self.is_lasting);
        for unit in share.map(|share| share.order(units)).into_iter().flatten() {
            shared[unit] = match take(unit)? {
                None => {
                    let mut chunks = make(unit)?;
                    if chunks.iter().map(Chunk::positions).sum::<u64>() >= WORTH_SHARING {
                        self.store.write(&mut chunks, false)?;
                    }
                    Some(chunks)
                }
                found => found,
            };
        }
        for (unit, shared) in shared.into_iter().enumerate() {
            let found = if shared.is_some() { shared } else { take(unit)? };
            let chunks = found.map_or_else(|| make(unit), Ok)?;
            each(unit, &chunks)?;
            chunks.into_iter().try_for_each(|chunk| self.add(chunk))?;
        }
        Ok(())
    }

    /// Adds units of one chunk.
    pub(crate) fn fill_each(
        &mut self,
        units: usize,
        key: impl Fn(usize) -> Key,
        make: impl Fn(usize) -> Result<Chunk, SolveError>,
    ) -> Result<(), SolveError> {
        let store = self.store;
        let take = |unit| Ok(store.take(key(unit)).map(|chunk| vec![chunk]));
        self.fill(units, take, |unit| Ok(vec![make(unit)?]), |_, _| Ok(()))
    }

    /// Adds a chunk.
    pub(crate) fn add(&mut self, chunk: Chunk) -> Result<(), SolveError> {
        let (store, may_write) = (self.store, self.store.disk.limit() > 0);
        let is_too_much = !chunk.is_written && !store.memory.has_share(chunk.memory(), self.share);
        let must_write = may_write && is_too_much;
        if !must_write {
            store.memory.take(chunk.memory())?;
        }
        // One that was written elsewhere is of use with those before.
        let is_worth_it = chunk.is_written
            || self.waiting + chunk.positions() >= WORTH_WRITING
            || self.last.elapsed() >= WAIT;
        self.waiting += if chunk.is_written { 0 } else { chunk.positions() };
        self.chunks.push(chunk);
        let is_due = is_worth_it && may_write && self.is_lasting && store.is_durable();
        if self.waiting > 0 && (is_due || must_write) {
            // Those before stay in memory, too.
            let before = self.chunks.len() - self.written - usize::from(must_write);
            let (before, new) = self.chunks[self.written..].split_at_mut(before);
            store.write(before, true)?;
            store.write(new, false)?;
            store.memory.take(new.iter().map(Chunk::memory).sum())?;
            (self.written, self.waiting, self.last) = (self.chunks.len(), 0, Instant::now());
        }
        Ok(())
    }
}
