//! The time budget of a request: how long its positions may be solved.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::work::cancellation::CancellationToken;

/// The longest timeout: not every duration can be added to a time.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How long the positions of one request may be solved or wait for that. The time passes only while one of
/// them does so: not while tables answer the others, nor while the client takes the answers.
pub(crate) struct SolveTime {
    ending: Arc<AtomicBool>,
    clock: Mutex<Clock>,
}

/// A clock that runs while something is being solved.
struct Clock {
    /// The time that is left, without what passes now.
    left: Duration,
    /// How many positions are being solved.
    solving: usize,
    /// Since when it has been running, if it is.
    since: Option<Instant>,
}

/// A position of the request is being solved until this is dropped.
pub(crate) struct RunningClock<'t> {
    time: &'t SolveTime,
    end: Instant,
}

impl SolveTime {
    /// A budget of which nothing is spent.
    pub(crate) fn new(ending: Arc<AtomicBool>, time: Duration) -> Self {
        let clock = Clock { left: time.min(LONGEST), solving: 0, since: None };
        Self { ending, clock: Mutex::new(clock) }
    }

    /// Starts solving a position.
    pub(crate) fn start(&self) -> RunningClock<'_> {
        let end = self.clock().start(Instant::now());
        RunningClock { time: self, end }
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock {
    /// One more is being solved. Returns when the time is over if solving goes on until then.
    fn start(&mut self, now: Instant) -> Instant {
        self.solving += 1;
        *self.since.get_or_insert(now) + self.left
    }

    /// One fewer is being solved.
    fn stop(&mut self, now: Instant) {
        self.solving -= 1;
        if self.solving == 0
            && let Some(since) = self.since.take()
        {
            self.left = self.left.saturating_sub(now - since);
        }
    }
}

impl RunningClock<'_> {
    /// The token that ends the work.
    pub(crate) fn cancellation(&self) -> CancellationToken {
        CancellationToken::new(self.end, self.time.ending.clone())
    }
}

impl Drop for RunningClock<'_> {
    fn drop(&mut self) {
        self.time.clock().stop(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_only_while_something_is_being_solved() {
        let (start, second) = (Instant::now(), Duration::from_secs(1));
        let mut clock = Clock { left: 10 * second, solving: 0, since: None };
        // Two at once take the time that passes, not twice that.
        assert_eq!(clock.start(start), start + 10 * second);
        assert_eq!(clock.start(start + second), start + 10 * second);
        clock.stop(start + 2 * second);
        clock.stop(start + 3 * second);
        assert_eq!(clock.left, 7 * second);
        // Waiting for a client costs nothing, however long it takes.
        let later = start + 1000 * second;
        assert_eq!(clock.start(later), later + 7 * second);
        clock.stop(later + 8 * second);
        assert_eq!(clock.left, Duration::ZERO);
        let end = later + 8 * second;
        assert_eq!(clock.start(end), end);
    }
}
