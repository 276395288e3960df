//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use perfectplay_oracle::{Budget, Code, Effort, Error, Oracle};
use tokio::sync::Semaphore;

use crate::asked::{Asked, Solved};
use crate::body_memory::Buffers;
use crate::cancellation::{Cancellation, SolveTime};
use crate::coalescing::Coalescing;
use crate::config::{Config, MOST_COMPRESSED};
use crate::failure::Failure;
use crate::metrics::Metrics;
use crate::readers::Readers;
use crate::start_error::StartError;
use crate::worker_pool::{LowThreads, Queue, WorkerPool};

/// The oracle, the threads that solve, and the figures.
pub(crate) struct App {
    pub(crate) oracle: Oracle,
    pub(crate) config: Config,
    pub(crate) metrics: Metrics,
    /// Positions that take a fraction of a second, several at a time.
    quick: WorkerPool,
    /// All others, one at a time, on all threads.
    long: WorkerPool,
    /// The memory of bodies and answers.
    pub(crate) buffers: Buffers,
    /// How many answers may be compressed at the same time.
    pub(crate) compressing: Arc<Semaphore>,
    /// What is being solved, so that equal questions are solved once.
    pub(crate) coalescing: Coalescing<(Asked, String), Solved>,
    /// What reads the positions of batches, so that they hold up nobody else, and how many pieces of them
    /// are answered at the same time.
    pub(crate) batches: LowThreads,
    pub(crate) pieces: Semaphore,
    /// Whose turn it is to wait for a disk.
    pub(crate) readers: Readers,
    /// Set when solving has to end because the server does.
    pub(crate) ending: Arc<AtomicBool>,
}

impl App {
    pub(crate) fn new(config: Config) -> Result<Self, StartError> {
        let oracle = Oracle::new(config.tables.clone()).and_then(Oracle::loading);
        let oracle = oracle.map_err(StartError::Folder)?;
        let metrics = Metrics::default();
        let threads = |name, niceness| LowThreads::new(name, config.threads, niceness);
        let pool = |name, at_once, niceness| {
            Ok(WorkerPool::new(threads(name, niceness)?, at_once, metrics.pool(name)))
        };
        Ok(Self {
            quick: pool("quick", config.threads, 5)?,
            long: pool("long", 1, 15)?,
            batches: threads("batch", 5)?,
            pieces: Semaphore::new(config.threads),
            readers: Readers::new()?,
            buffers: Buffers::new(config.buffers),
            compressing: Arc::new(Semaphore::new(MOST_COMPRESSED)),
            coalescing: Coalescing::new(),
            ending: Arc::default(),
            oracle,
            metrics,
            config,
        })
    }

    /// Asks the oracle something. A table that has been removed since the tables were last looked at is not
    /// missed: then it is asked again, of the tables that there are, unless the budget may not wait for that.
    pub(crate) fn ask<T>(
        &self,
        budget: &Budget<'_>,
        ask: impl Fn(&Oracle) -> Result<Option<T>, Error>,
    ) -> Result<Option<T>, Error> {
        match ask(&self.oracle) {
            Err(error) if error.code() == Code::Missing => {
                if !budget.may_wait() {
                    return Ok(None);
                }
                self.oracle.refresh()?;
                ask(&self.oracle)
            }
            answered => answered,
        }
    }

    /// The time that one request has for solving.
    pub(crate) fn solve_time(&self) -> SolveTime {
        SolveTime::new(self.ending.clone(), self.config.solve_time)
    }

    /// Does work with as much effort as it takes: each effort on threads of its own, so that what takes
    /// long does not hold up the rest.
    ///
    /// `work` returns nothing if the effort is too small for it; full effort is enough.
    pub(crate) async fn solve<T: Send + 'static>(
        &self,
        queue: Queue,
        cancellation: &Cancellation,
        mut work: impl FnMut(Effort, &Cancellation) -> Option<T> + Send + 'static,
    ) -> Result<T, Failure> {
        for (effort, pool) in [(Effort::Quick, &self.quick), (Effort::Full, &self.long)] {
            let turn = move |cancellation: &Cancellation| (work(effort, cancellation), work);
            let (done, rest) = pool.run(queue, cancellation, turn).await?;
            if let Some(done) = done {
                return Ok(done);
            }
            work = rest;
        }
        unreachable!("full effort is enough")
    }
}
