//! Equal questions at the same time are solved once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::OnceCell;
use tokio::time::timeout_at;

use crate::asked::Asked;
use crate::failure::Failure;
use crate::watched::Watch;

/// Who waits for another's work is told so much after the time is over: who works is told by the work.
const LATER: Duration = Duration::from_millis(200);

/// What is asked, and of which position.
type Key = (Asked, String);

/// What is answered: the JSON, and whether a table had it.
pub(crate) type Answered = Result<(Bytes, bool), Failure>;

/// The questions that are being solved.
#[derive(Default)]
pub(crate) struct Same(Mutex<HashMap<Key, Arc<OnceCell<Answered>>>>);

impl Same {
    /// What `solve` answers, or what it answers somebody who asks the same and was first. If that one
    /// leaves or has no more time, the next solves it.
    ///
    /// # Errors
    /// That there is no more time. Other errors are answers: everybody gets them.
    pub(crate) async fn once(
        &self,
        key: Key,
        watch: &Watch,
        solve: impl Future<Output = Result<(Bytes, bool), Failure>>,
    ) -> Answered {
        let asking = Asking::new(self, key);
        let answered = asking.cell.get_or_try_init(async || match solve.await {
            Err(failure) if failure.is_passing() => Err(failure),
            answered => Ok(answered),
        });
        match timeout_at((watch.end() + LATER).into(), answered).await {
            Ok(answered) => answered?.clone(),
            Err(_) => Err(Failure::took_too_long()),
        }
    }

    fn cells(&self) -> MutexGuard<'_, HashMap<Key, Arc<OnceCell<Answered>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One who asks. The last one takes the question off the list.
struct Asking<'a> {
    same: &'a Same,
    key: Key,
    cell: Arc<OnceCell<Answered>>,
}

impl<'a> Asking<'a> {
    fn new(same: &'a Same, key: Key) -> Self {
        let cell = same.cells().entry(key.clone()).or_default().clone();
        Self { same, key, cell }
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let mut cells = self.same.cells();
        // Its own, and that of the list.
        if Arc::strong_count(&self.cell) == 2 {
            cells.remove(&self.key);
        }
    }
}
