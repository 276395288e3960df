//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use perfectplay_oracle::{Effort, Oracle};
use tokio::sync::Semaphore;

use crate::asked::{Asked, Solved};
use crate::config::{Config, MOST_COMPRESSED};
use crate::failure::Failure;
use crate::held::Buffers;
use crate::lane::Lane;
use crate::metrics::Metrics;
use crate::same::Same;
use crate::server::StartError;
use crate::watched::Watch;

/// The oracle, the threads that solve, and the figures.
pub(crate) struct App {
    pub(crate) oracle: Oracle,
    pub(crate) config: Config,
    pub(crate) metrics: Metrics,
    /// Positions that take a fraction of a second, several at a time.
    quick: Lane,
    /// All others, one at a time, on all threads.
    long: Lane,
    /// The memory of bodies and answers.
    pub(crate) buffers: Buffers,
    /// How many answers may be compressed at the same time.
    pub(crate) compressing: Arc<Semaphore>,
    /// What is being solved, so that equal questions are solved once.
    pub(crate) same: Same<(Asked, String), Solved>,
    /// How many pieces of batches are answered at the same time.
    pub(crate) pieces: Arc<Semaphore>,
    /// Set when solving has to end because the server does.
    pub(crate) ending: Arc<AtomicBool>,
}

impl App {
    pub(crate) fn new(config: Config) -> Result<Self, StartError> {
        let oracle = Oracle::new(config.folder.clone()).map_err(StartError::Folder)?;
        let oracle = oracle.with_embedded(config.embedded);
        let metrics = Metrics::default();
        let lane = |name, at_once, niceness| {
            Lane::new(name, config.threads, at_once, niceness, metrics.lane(name))
        };
        Ok(Self {
            quick: lane("quick", config.threads, 5)?,
            long: lane("long", 1, 15)?,
            pieces: Arc::new(Semaphore::new(config.threads)),
            buffers: Buffers::new(config.buffers),
            compressing: Arc::new(Semaphore::new(MOST_COMPRESSED)),
            same: Same::new(),
            ending: Arc::default(),
            oracle,
            metrics,
            config,
        })
    }

    /// A watch over the work of one request, which begins now.
    pub(crate) fn watch(&self) -> Watch {
        Watch::new(self.ending.clone(), self.config.solve_time)
    }

    /// Does work with as much effort as it takes: each effort on threads of its own, so that what takes
    /// long does not hold up the rest.
    ///
    /// `work` returns nothing if the effort is too small for it; full effort is enough.
    pub(crate) async fn solve<T: Send + 'static>(
        &self,
        watch: &Watch,
        mut work: impl FnMut(Effort, &Watch) -> Option<T> + Send + 'static,
    ) -> Result<T, Failure> {
        for (effort, lane) in [(Effort::Quick, &self.quick), (Effort::Full, &self.long)] {
            let turn = move |watch: &Watch| (work(effort, watch), work);
            let (done, rest) = lane.run(watch, turn).await?;
            if let Some(done) = done {
                return Ok(done);
            }
            work = rest;
        }
        unreachable!("full effort is enough")
    }
}
