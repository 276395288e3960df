//! The memory that may be used, counted before it is allocated.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use perfectplay_core::layers::reserve_exact;

use crate::solve::error::SolveError;

/// What is kept for buffers whose size does not depend on the number of positions: in all, for each thread, and at most as
/// this part of the memory.
pub(crate) const BUFFERS: u64 = 8 << 20;
pub(crate) const OF_THREAD: u64 = 8 << 20;
const SHARE: u64 = 4;

/// How much memory may be used, and how much is.
#[derive(Debug)]
pub(crate) struct Memory {
    limit: u64,
    used: AtomicU64,
}

impl Memory {
    /// All of it, for one build or proof.
    pub(crate) fn new(limit: u64) -> Self {
        let threads = rayon::current_num_threads() as u64;
        let buffers = (BUFFERS + threads * OF_THREAD).min(limit / SHARE);
        Self { limit, used: AtomicU64::new(buffers) }
    }

    /// So much disk space.
    pub(crate) const fn of_disk(limit: u64) -> Self {
        Self { limit, used: AtomicU64::new(0) }
    }

    /// Counts bytes that are about to be used.
    pub(crate) fn take(&self, bytes: u64) -> Result<(), SolveError> {
        let need = self.used.fetch_add(bytes, Relaxed).saturating_add(bytes);
        if need > self.limit {
            return Err(SolveError::Memory { need, limit: self.limit });
        }
        Ok(())
    }

    /// Whether no more than one `share`th of what may be used would be in use with these bytes.
    pub(crate) fn has_share(&self, bytes: u64, share: u64) -> bool {
        self.used.load(Relaxed).saturating_add(bytes) <= self.limit / share
    }

    /// No longer counts anything but buffers.
    pub(crate) fn give_all(&self) {
        self.used.store(Self::new(self.limit).used.into_inner(), Relaxed);
    }

    pub(crate) const fn limit(&self) -> u64 {
        self.limit
    }

    /// No longer counts bytes that were taken.
    pub(crate) fn give(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    /// Makes a vector's capacity this many items.
    pub(crate) fn grow<T>(&self, vec: &mut Vec<T>, capacity: usize) -> Result<(), SolveError> {
        self.take((capacity.saturating_sub(vec.capacity()) * size_of::<T>()) as u64)?;
        Ok(reserve_exact(vec, capacity - vec.len())?)
    }

    /// A vector of this many items that `new` makes.
    pub(crate) fn filled<T>(&self, len: usize, new: impl Fn() -> T) -> Result<Vec<T>, SolveError> {
        let mut items = Vec::new();
        self.grow(&mut items, len)?;
        items.extend(std::iter::repeat_with(new).take(len));
        Ok(items)
    }
}
