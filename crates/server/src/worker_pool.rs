//! Threads for work that would hold up other requests.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout_at;

use crate::cancellation::Cancellation;
use crate::failure::Failure;
use crate::metrics::{Counted, PoolGauges};
use crate::start_error::StartError;
use crate::system;

/// How many pieces of work may wait for each that is done.
const WAITING: usize = 16;

/// Threads of their own, of low priority, and how many pieces of work they do at the same time.
pub(crate) struct WorkerPool {
    pool: ThreadPool,
    running: Arc<Semaphore>,
    /// Places for what runs and what waits.
    places: Arc<Semaphore>,
    gauges: PoolGauges,
}

impl WorkerPool {
    pub(crate) fn new(
        name: &'static str,
        threads: usize,
        at_once: usize,
        niceness: i32,
        gauges: PoolGauges,
    ) -> Result<Self, StartError> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(move |number| format!("{name}-{number}"))
            .start_handler(move |_| system::lower_priority(niceness))
            .build()
            .map_err(|error| StartError::Threads(error.to_string()))?;
        Ok(Self {
            pool,
            running: Arc::new(Semaphore::new(at_once)),
            places: Arc::new(Semaphore::new(at_once * (1 + WAITING))),
            gauges,
        })
    }

    /// Waits for its turn, and does the work. If this future is dropped it ends the work.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        cancellation: &Cancellation,
        work: impl FnOnce(&Cancellation) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let busy = || Failure::busy("too many positions are being solved");
        let place = self.places.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = {
            let _waiting = Counted::new(&self.gauges.waiting);
            timeout_at(cancellation.end().into(), self.running.clone().acquire_owned()).await
        };
        let Ok(Ok(turn)) = turn else { return Err(busy()) };
        let running = Counted::new(&self.gauges.running);
        let (send, receive) = oneshot::channel();
        let (cancellation, _waiting) = cancellation.piece();
        self.pool.spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(&cancellation)));
            // The next may have its turn when this one has really ended.
            drop((turn, place, running));
            let _ = send.send(done);
        });
        match receive.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => Err(Failure::interrupted("the server is stopping")),
        }
    }
}
