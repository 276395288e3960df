//! The application state: what all questions share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use perfectplay::{Budget, Code, Effort, Error, GameRef, Oracle, UsageError};
use tokio::sync::Semaphore;

use crate::config::{Config, StartError};
use crate::http::failure::Failure;
use crate::http::memory_quota::MemoryQuota;
use crate::metrics::Metrics;
use crate::questions::position_request::{AnswerJson, PositionRequest};
use crate::work::cancellation::CancellationToken;
use crate::work::readers::Readers;
use crate::work::single_flight::SingleFlight;
use crate::work::solve_time::SolveTime;
use crate::work::worker_pool::{BackgroundThreads, WhenFull, WorkerPool};

/// The oracle, the threads that solve, and the metrics.
pub(crate) struct App {
    pub(crate) oracle: Oracle,
    pub(crate) config: Config,
    pub(crate) metrics: Arc<Metrics>,
    /// Positions that take a fraction of a second, several at a time.
    quick: WorkerPool,
    /// All others, one at a time, on all threads.
    long: WorkerPool,
    /// The memory of bodies and answers.
    pub(crate) body_memory: MemoryQuota,
    /// The questions that are being solved, so that equal ones are solved once.
    pub(crate) single_flight: SingleFlight<(PositionRequest, String), AnswerJson>,
    /// The threads that read the positions of batches, and how many chunks are answered at the same time.
    pub(crate) batches: BackgroundThreads,
    pub(crate) chunks: Semaphore,
    /// The threads that wait for disks.
    pub(crate) readers: Readers,
    /// Set when solving has to end because the server stops.
    pub(crate) ending: Arc<AtomicBool>,
}

impl App {
    /// The game that a path names.
    pub(crate) fn game(&self, name: &str) -> Result<GameRef, Failure> {
        self.oracle.game(name).ok_or_else(|| {
            // The page has the names of those of the catalogue.
            let named = self.config.games.iter().chain(&self.config.custom_games);
            let games = named.map(|game| game.name().to_owned()).collect();
            Failure::no_path(UsageError::NoGame { name: name.to_owned(), games }.to_string())
        })
    }

    pub(crate) fn new(config: Config) -> Result<Self, StartError> {
        let oracle = Oracle::new(&config.games, config.tables.clone()).and_then(Oracle::loading);
        let oracle = oracle.map_err(StartError::Folder)?.with_games(&config.custom_games);
        let oracle = oracle.with_games(&config.catalogue);
        let metrics = Arc::new(Metrics::new(oracle.known_games()));
        let threads = |name, niceness| BackgroundThreads::new(name, config.threads, niceness);
        let pool = |name, at_once, niceness| {
            Ok(WorkerPool::new(threads(name, niceness)?, at_once, metrics.pool(name)))
        };
        Ok(Self {
            quick: pool("quick", config.threads, 5)?,
            long: pool("long", 1, 15)?,
            batches: threads("batch", 5)?,
            chunks: Semaphore::new(config.threads),
            readers: Readers::new()?,
            body_memory: MemoryQuota::new(config.buffers),
            single_flight: SingleFlight::new(),
            ending: Arc::default(),
            oracle,
            metrics,
            config,
        })
    }

    /// Asks the oracle. If a table has been removed or built since the tables were last listed, it lists them and asks
    /// again, unless the budget may not wait for that. A table that may be built for a question is built with full effort.
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
                let answered = ask(&self.oracle);
                let Err(Error::NoTable { game, .. }) = &answered else { return answered };
                match budget.effort() {
                    Effort::Full if self.is_built(game, budget)? => {
                        self.oracle.refresh()?;
                        ask(&self.oracle)
                    }
                    Effort::Full => answered,
                    _ => self.config.build.map_or(answered, |_| Ok(None)),
                }
            }
            answered => answered,
        }
    }

    /// Builds the table of a game, if that may be. What takes long is done one after another, so that it is built once.
    fn is_built(&self, game: &GameRef, budget: &Budget<'_>) -> Result<bool, Error> {
        let (Some(folder), Some(build)) = (self.config.tables.folder(), self.config.build) else {
            return Ok(false);
        };
        build(game, folder, budget).or_else(|why| {
            budget.control().check()?;
            tracing::error!(table = game.name(), "cannot be built: {why}");
            Ok(false)
        })
    }

    /// The time that one request has for solving.
    pub(crate) fn solve_time(&self) -> SolveTime {
        SolveTime::new(self.ending.clone(), self.config.solve_time)
    }

    /// Does work with as much effort as it takes, each effort on threads of its own, so that long work does not
    /// hold up the rest.
    ///
    /// `work` returns nothing if the effort is too small for it; full effort is enough.
    pub(crate) async fn solve<T: Send + 'static>(
        &self,
        when_full: WhenFull,
        cancellation: &CancellationToken,
        mut work: impl FnMut(Effort, &CancellationToken) -> Option<T> + Send + 'static,
    ) -> Result<T, Failure> {
        for (effort, pool) in [(Effort::Quick, &self.quick), (Effort::Full, &self.long)] {
            let turn = move |cancellation: &CancellationToken| (work(effort, cancellation), work);
            let (done, rest) = pool.run(when_full, cancellation, turn).await?;
            if let Some(done) = done {
                return Ok(done);
            }
            work = rest;
        }
        unreachable!("full effort is enough")
    }
}
