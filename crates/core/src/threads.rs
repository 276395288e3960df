//! The threads that long computations run on: a pool that the caller provides.
//!
//! Nothing here is process-wide. What can run in parallel does on the rayon pool that its caller is
//! on, and on the calling thread alone if that is on none.

#[cfg(feature = "rayon")]
use std::hint::black_box;
use std::num::NonZeroUsize;
#[cfg(feature = "rayon")]
use std::sync::{Arc, OnceLock};

use thiserror::Error;

/// The system refused to start threads.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the threads cannot be started: {reason}")]
pub struct NoThreads {
    reason: String,
}

/// A pool of threads, which are started when they are first needed. Clones share them; they end with
/// the last clone.
#[cfg(feature = "rayon")]
#[derive(Clone, Debug, Default)]
pub struct Threads(Arc<Pool>);

#[cfg(feature = "rayon")]
#[derive(Debug, Default)]
struct Pool {
    number: Option<NonZeroUsize>,
    started: OnceLock<Result<rayon::ThreadPool, NoThreads>>,
}

#[cfg(feature = "rayon")]
impl Threads {
    /// This many threads, or one for each processor if there is no number.
    pub fn new(number: Option<NonZeroUsize>) -> Self {
        Self(Arc::new(Pool { number, started: OnceLock::new() }))
    }

    /// Makes sure that work has threads: starts these if they are not running and the caller is not on a pool.
    ///
    /// # Errors
    /// If the system refuses them, now or when they were first asked for.
    pub fn start(&self) -> Result<(), NoThreads> {
        if is_on_a_pool() { Ok(()) } else { self.pool().map(drop) }
    }

    /// Does work on these threads. A caller on a pool stays there.
    ///
    /// # Errors
    /// As [`start`](Self::start). In that case nothing has been done.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, NoThreads> {
        let (mut work, mut result) = (Some(work), None);
        self.run(&mut || result = work.take().map(|work| work()))?;
        Ok(result.expect("the work has been done"))
    }

    /// Compiled once for all kinds of work.
    fn run(&self, work: &mut (dyn FnMut() + Send)) -> Result<(), NoThreads> {
        if is_on_a_pool() {
            work();
        } else {
            self.pool()?.install(work);
        }
        Ok(())
    }

    /// How many threads work that is [installed](Self::install) has; one if the system refuses them.
    pub fn number(&self) -> usize {
        self.install(rayon::current_num_threads).unwrap_or(1)
    }

    fn pool(&self) -> Result<&rayon::ThreadPool, NoThreads> {
        let started = self.0.started.get_or_init(|| {
            let threads = rayon::ThreadPoolBuilder::new()
                .num_threads(self.0.number.map_or(0, NonZeroUsize::get))
                .build()
                .map_err(|error| NoThreads { reason: error.to_string() })?;
            // Allocators reserve memory for each thread on its first allocation. That must not happen between
            // checking that there is memory for something and using it.
            threads.broadcast(|_| drop(black_box(Box::new(0u8))));
            Ok(threads)
        });
        started.as_ref().map_err(NoThreads::clone)
    }
}

/// Whether the caller is on a pool, where parallel work runs on its threads.
#[cfg(feature = "rayon")]
pub(crate) fn is_on_a_pool() -> bool {
    rayon::current_thread_index().is_some()
}

/// Whether the caller is on a pool: without the feature `rayon` there is none.
#[cfg(not(feature = "rayon"))]
pub(crate) fn is_on_a_pool() -> bool {
    false
}

/// The calling thread: without the feature `rayon` there are no others.
#[cfg(not(feature = "rayon"))]
#[derive(Clone, Debug, Default)]
pub struct Threads(());

#[cfg(not(feature = "rayon"))]
impl Threads {
    /// The calling thread, whatever the number.
    pub fn new(_number: Option<NonZeroUsize>) -> Self {
        Self(())
    }

    /// Does nothing.
    pub fn start(&self) -> Result<(), NoThreads> {
        Ok(())
    }

    /// Does work on the calling thread.
    pub fn install<T>(&self, work: impl FnOnce() -> T) -> Result<T, NoThreads> {
        Ok(work())
    }

    /// One.
    pub fn number(&self) -> usize {
        1
    }
}
