//! When work for a request is to end early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use perfectplay_oracle::{Observer, Progress};

/// No time is longer: clocks cannot hold all that a duration can.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Ends the work of a request when its time is over, when its client has gone, and when the server
/// ends.
#[derive(Clone)]
pub(crate) struct Cancellation {
    end: Instant,
    ending: Arc<AtomicBool>,
    /// Whether nothing waits for this piece of work any more.
    gone: Arc<AtomicBool>,
}

/// What waits for a piece of work holds this. When it is dropped the work ends.
pub(crate) struct Waiting(Arc<AtomicBool>);

impl Cancellation {
    pub(crate) fn new(ending: Arc<AtomicBool>, time: Duration) -> Self {
        Self { end: Instant::now() + time.min(LONGEST), ending, gone: Arc::default() }
    }

    /// When the time is over.
    pub(crate) fn end(&self) -> Instant {
        self.end
    }

    /// The cancellation of one piece of the work.
    pub(crate) fn piece(&self) -> (Self, Waiting) {
        let gone = Arc::new(AtomicBool::new(false));
        (Self { gone: gone.clone(), ..self.clone() }, Waiting(gone))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Progress for Cancellation {
    fn interrupted(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
            || self.ending.load(Ordering::Relaxed)
            || Instant::now() >= self.end
    }
}

impl Observer for Cancellation {}
