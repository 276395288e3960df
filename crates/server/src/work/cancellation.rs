//! The cancellation token: it ends the work for a request early.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Instant;

use perfectplay::Progress;

/// Ends work when the time of its request is over, when its client has left, and when the server stops.
#[derive(Clone)]
pub(crate) struct CancellationToken {
    end: Instant,
    ending: Arc<AtomicBool>,
    /// Whoever waits for this piece of work.
    waiting: Weak<Waiting>,
}

/// Whoever waits for a piece of work holds this; when it is dropped, the work ends.
pub(crate) struct Waiting;

impl CancellationToken {
    /// A token whose children end their work at a time, or when `ending` is set.
    pub(crate) fn new(end: Instant, ending: Arc<AtomicBool>) -> Self {
        Self { end, ending, waiting: Weak::new() }
    }

    /// When the time is over.
    pub(crate) fn end(&self) -> Instant {
        self.end
    }

    /// A token for one piece of the work.
    pub(crate) fn child(&self) -> (Self, Arc<Waiting>) {
        let waiting = Arc::new(Waiting);
        (Self { waiting: Arc::downgrade(&waiting), ..self.clone() }, waiting)
    }
}

impl Progress for CancellationToken {
    fn interrupted(&self) -> bool {
        self.waiting.strong_count() == 0
            || self.ending.load(Ordering::Relaxed)
            || Instant::now() >= self.end
    }
}
