//! Equal questions at the same time are solved once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::timeout_at;

use crate::cancellation::Cancellation;
use crate::failure::Failure;

/// The grace period: a request that waits for another's work is answered so much after its time is over, as the
/// one that works is told by its work.
const LATER: Duration = Duration::from_millis(200);

/// The questions that are being solved, of type `Q`, and their answers, of type `A`.
pub(crate) struct Coalescing<Q, A>(Mutex<Solving<Q, A>>);

/// By question: how many ask it, and its answer.
type Solving<Q, A> = HashMap<Q, (usize, Arc<Cell<A>>)>;

/// Empty until there is an answer, or an error that is one.
type Cell<A> = OnceCell<Result<A, Failure>>;

impl<Q: Clone + Eq + Hash, A: Clone> Coalescing<Q, A> {
    pub(crate) fn new() -> Self {
        Self(Mutex::default())
    }

    /// What `solve` answers, or what it answers somebody who asks the same and was first. If that one
    /// leaves or has no more time, the next solves it.
    ///
    /// # Errors
    /// That there is no more time. Other errors are answers: everybody gets them.
    pub(crate) async fn once(
        &self,
        question: Q,
        cancellation: &Cancellation,
        solve: impl Future<Output = Result<A, Failure>>,
    ) -> Result<A, Failure> {
        let asking = Asking { coalescing: self, question };
        let cell = asking.cell();
        let answered = cell.get_or_try_init(async || match solve.await {
            Err(failure) if failure.is_passing() => Err(failure),
            answered => Ok(answered),
        });
        match timeout_at((cancellation.end() + LATER).into(), answered).await {
            Ok(answered) => answered?.clone(),
            Err(_) => Err(Failure::took_too_long()),
        }
    }

    fn solving(&self) -> MutexGuard<'_, Solving<Q, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One who asks. The last one takes the question off the list.
struct Asking<'a, Q: Clone + Eq + Hash, A: Clone> {
    coalescing: &'a Coalescing<Q, A>,
    question: Q,
}

impl<Q: Clone + Eq + Hash, A: Clone> Asking<'_, Q, A> {
    /// Where the answer will be, asked for once.
    fn cell(&self) -> Arc<Cell<A>> {
        let mut solving = self.coalescing.solving();
        let (askers, cell) = solving.entry(self.question.clone()).or_default();
        *askers += 1;
        cell.clone()
    }
}

impl<Q: Clone + Eq + Hash, A: Clone> Drop for Asking<'_, Q, A> {
    fn drop(&mut self) {
        let mut solving = self.coalescing.solving();
        if let Some((askers, _)) = solving.get_mut(&self.question) {
            *askers -= 1;
            if *askers == 0 {
                solving.remove(&self.question);
            }
        }
    }
}
