//! Single flight: equal questions that are asked at the same time are solved once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::timeout_at;

use crate::http::failure::Failure;
use crate::work::cancellation::CancellationToken;

/// How long a request that waits for another's work may wait beyond its own time, as only the work itself notices
/// that its time is over.
const LATER: Duration = Duration::from_millis(200);

/// The questions that are being solved, of type `Q`, and their answers, of type `A`.
pub(crate) struct SingleFlight<Q, A>(Mutex<Flights<Q, A>>);

/// For each question, how many ask it, and its answer.
type Flights<Q, A> = HashMap<Q, (usize, Arc<Cell<A>>)>;

/// Empty until there is an answer, or an error that is one.
type Cell<A> = OnceCell<Result<A, Failure>>;

impl<Q: Clone + Eq + Hash, A: Clone> SingleFlight<Q, A> {
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
        let caller = Caller { single_flight: self, question };
        let cell = caller.cell();
        let answered = cell.get_or_try_init(async || match solve.await {
            Err(failure) if failure.is_passing() => Err(failure),
            answered => Ok(answered),
        });
        match timeout_at((cancellation.end() + LATER).into(), answered).await {
            Ok(answered) => answered?.clone(),
            Err(_) => Err(Failure::took_too_long()),
        }
    }

    fn flights(&self) -> MutexGuard<'_, Flights<Q, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One that asks a question. The last one removes it.
struct Caller<'a, Q: Clone + Eq + Hash, A: Clone> {
    single_flight: &'a SingleFlight<Q, A>,
    question: Q,
}

impl<Q: Clone + Eq + Hash, A: Clone> Caller<'_, Q, A> {
    /// Where the answer will be; to be called once.
    fn cell(&self) -> Arc<Cell<A>> {
        let mut flights = self.single_flight.flights();
        let (callers, cell) = flights.entry(self.question.clone()).or_default();
        *callers += 1;
        cell.clone()
    }
}

impl<Q: Clone + Eq + Hash, A: Clone> Drop for Caller<'_, Q, A> {
    fn drop(&mut self) {
        let mut flights = self.single_flight.flights();
        if let Some((callers, _)) = flights.get_mut(&self.question) {
            *callers -= 1;
            if *callers == 0 {
                flights.remove(&self.question);
            }
        }
    }
}
