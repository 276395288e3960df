//! The cancellation token: it ends the work for a request early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use perfectplay::Progress;

/// Ends work when the time of its request is over, when its client has left, and when the server stops.
#[derive(Clone)]
pub(crate) struct CancellationToken {
    end: Instant,
    ending: Arc<AtomicBool>,
    /// Whether nobody waits for this piece of work any more.
    gone: Arc<AtomicBool>,
}

/// Whoever waits for a piece of work holds this; when it is dropped, the work ends.
pub(crate) struct DropGuard(Arc<AtomicBool>);

impl CancellationToken {
    /// A token that ends work at a time, or when `ending` is set.
    pub(crate) fn new(end: Instant, ending: Arc<AtomicBool>) -> Self {
        Self { end, ending, gone: Arc::default() }
    }

    /// When the time is over.
    pub(crate) fn end(&self) -> Instant {
        self.end
    }

    /// A token for one piece of the work.
    pub(crate) fn child(&self) -> (Self, DropGuard) {
        let child = Self::new(self.end, self.ending.clone());
        let guard = DropGuard(child.gone.clone());
        (child, guard)
    }
}

impl Drop for DropGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Progress for CancellationToken {
    fn interrupted(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
            || self.ending.load(Ordering::Relaxed)
            || Instant::now() >= self.end
    }
}
