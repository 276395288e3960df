//! Worker pools: threads with bounded queues for work that would hold up other requests.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout_at;

use crate::http::failure::Failure;
use crate::metrics::{GaugeGuard, PoolGauges};
use crate::work::cancellation::CancellationToken;
use crate::{StartError, system};

/// How many pieces of work may wait for each one that runs.
const WAITING: usize = 16;

/// Threads of low priority, which give way to those that answer requests.
pub(crate) struct BackgroundThreads(ThreadPool);

impl BackgroundThreads {
    pub(crate) fn new(
        name: &'static str,
        threads: usize,
        niceness: i32,
    ) -> Result<Self, StartError> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(move |number| format!("{name}-{number}"))
            .start_handler(move |_| system::lower_priority(niceness))
            .build()
            .map_err(|error| StartError::Threads(error.to_string()))?;
        Ok(Self(pool))
    }

    /// Does work on one of the threads. It runs to its end even if this future is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (send, receive) = oneshot::channel();
        self.0.spawn(move || {
            let _ = send.send(catch_unwind(AssertUnwindSafe(work)));
        });
        match receive.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => Err(Failure::interrupted("the server is stopping")),
        }
    }
}

/// What happens to work when the queue is full.
#[derive(Clone, Copy)]
pub(crate) enum WhenFull {
    /// It is refused.
    Refuse,
    /// It waits for a place in a queue of its own. Few positions of a batch wait at a time.
    Wait,
}

/// Threads that do a limited number of pieces of work at the same time.
pub(crate) struct WorkerPool {
    threads: BackgroundThreads,
    running: Arc<Semaphore>,
    /// Places for work that runs or waits: for work that is refused without one, and for work that waits for one.
    limited: Arc<Semaphore>,
    patient: Arc<Semaphore>,
    gauges: PoolGauges,
}

impl WorkerPool {
    pub(crate) fn new(threads: BackgroundThreads, at_once: usize, gauges: PoolGauges) -> Self {
        let places = || Arc::new(Semaphore::new(at_once * (1 + WAITING)));
        let running = Arc::new(Semaphore::new(at_once));
        Self { threads, running, limited: places(), patient: places(), gauges }
    }

    /// Waits for its turn, and does the work, which ends early if this future is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        when_full: WhenFull,
        cancellation: &CancellationToken,
        work: impl FnOnce(&CancellationToken) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let busy = || Failure::busy("too many positions are being solved");
        let end = cancellation.end();
        let (place, turn) = {
            let _waiting = GaugeGuard::new(&self.gauges.waiting);
            let place = match when_full {
                WhenFull::Refuse => self.limited.clone().try_acquire_owned().map_err(|_| busy())?,
                WhenFull::Wait => in_time(end, &self.patient).await.ok_or_else(busy)?,
            };
            (place, in_time(end, &self.running).await.ok_or_else(busy)?)
        };
        let running = GaugeGuard::new(&self.gauges.running);
        let (cancellation, _waiting) = cancellation.child();
        let work = move || {
            // The next one has its turn only when this one has really ended.
            let _held = (turn, place, running);
            work(&cancellation)
        };
        self.threads.run(work).await
    }
}

/// A permit, if one is free before the time is over.
async fn in_time(end: Instant, permits: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    timeout_at(end.into(), permits.clone().acquire_owned()).await.ok()?.ok()
}
