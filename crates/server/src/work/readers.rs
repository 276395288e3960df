//! Blocking reads: work that may have to wait for a disk, on threads of its own, and a few at a time for each table,
//! so that one on a slow disk leaves threads to the others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::config::StartError;
use crate::http::failure::Failure;
use crate::work::worker_pool::BackgroundThreads;

/// How many single questions, and how many chunks of batches, may wait for a table at the same time.
const SINGLES: usize = 8;
const CHUNKS: usize = 2;

/// How many chunks of batches may wait for all tables together.
const ALL_CHUNKS: usize = 16;

/// The threads that wait for disks, and the limits of each table.
pub(crate) struct Readers {
    by_table: Mutex<HashMap<Arc<str>, Turns>>,
    /// For chunks of batches, which give way to others.
    chunks: BackgroundThreads,
}

/// The limits of one table.
#[derive(Clone)]
struct Turns {
    singles: Arc<Semaphore>,
    chunks: Arc<Semaphore>,
}

impl Readers {
    pub(crate) fn new() -> Result<Self, StartError> {
        let chunks = BackgroundThreads::new("batch-disk", ALL_CHUNKS, 5)?;
        Ok(Self { by_table: Mutex::default(), chunks })
    }

    /// Does work for a single question.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        table: Arc<str>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = turn(self.turns(table).singles).await;
        // The next one has its turn only when this one has really ended.
        let work = move || (work(), drop(turn)).0;
        spawn_blocking(work).await.map_err(|_| Failure::internal())
    }

    /// Does work for a chunk of a batch.
    pub(crate) async fn read_chunk<T: Send + 'static>(
        &self,
        table: Arc<str>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = turn(self.turns(table).chunks).await;
        self.chunks.run(move || (work(), drop(turn)).0).await
    }

    fn turns(&self, table: Arc<str>) -> Turns {
        let mut by_table = self.by_table.lock().unwrap_or_else(PoisonError::into_inner);
        let turns = || {
            let of = |number| Arc::new(Semaphore::new(number));
            Turns { singles: of(SINGLES), chunks: of(CHUNKS) }
        };
        by_table.entry(table).or_insert_with(turns).clone()
    }
}

async fn turn(turns: Arc<Semaphore>) -> OwnedSemaphorePermit {
    turns.acquire_owned().await.expect("the semaphore is never closed")
}
