//! Single flight: equal questions that are asked at the same time are solved once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::timeout_at;

use crate::http::failure::Failure;
use crate::work::cancellation::CancellationToken;

/// How long a request that waits for another's work may wait beyond its own time, as only the work itself notices
/// that its time is over.
const LATER: Duration = Duration::from_millis(200);

/// The questions that are being solved, of type `Q`, and their answers, of type `A`, which are there as long as somebody
/// asks for them.
pub(crate) struct SingleFlight<Q, A>(Mutex<HashMap<Q, Weak<Cell<A>>>>);

/// Empty until there is an answer, or an error that is one.
type Cell<A> = OnceCell<Result<A, Failure>>;

impl<Q: Eq + Hash, A: Clone> SingleFlight<Q, A> {
    pub(crate) fn new() -> Self {
        Self(Mutex::default())
    }

    /// The answer of `solve`, or of the first caller who asks the same. If that one leaves or runs out of time, the
    /// next one solves it.
    ///
    /// # Errors
    /// That the time is over. Other errors are answers: all callers get them.
    pub(crate) async fn once(
        &self,
        question: Q,
        cancellation: &CancellationToken,
        solve: impl Future<Output = Result<A, Failure>>,
    ) -> Result<A, Failure> {
        let cell = self.cell(question);
        let answered = cell.get_or_try_init(async || match solve.await {
            Err(failure) if failure.is_passing() => Err(failure),
            answered => Ok(answered),
        });
        match timeout_at((cancellation.end() + LATER).into(), answered).await {
            Ok(answered) => answered?.clone(),
            Err(_) => Err(Failure::took_too_long()),
        }
    }

    /// Where the answer will be. What nobody asks any more is forgotten.
    fn cell(&self, question: Q) -> Arc<Cell<A>> {
        let mut cells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cells.retain(|_, cell| cell.strong_count() > 0);
        let known = cells.entry(question).or_default();
        known.upgrade().unwrap_or_else(|| {
            let cell = Arc::default();
            *known = Arc::downgrade(&cell);
            cell
        })
    }
}
