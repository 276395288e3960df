//! The bar of a long computation, and the way to stop it.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;
use perfectplay_core::control::{Control as Handle, Interrupted, Progress};

/// What a long computation reports to and listens to.
#[derive(Clone, Debug)]
pub struct Control<'a> {
    /// Counts states while building and verifying; may be hidden.
    pub bar: ProgressBar,
    /// Set it from anywhere to stop: within a few milliseconds the computation
    /// ends with [`Interrupted`] and cleans up.
    pub interrupted: &'a AtomicBool,
}

impl Control<'static> {
    /// No bar, and nothing that stops it.
    #[must_use]
    pub fn quiet() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { bar: ProgressBar::hidden(), interrupted: &NEVER }
    }
}

impl Progress for Control<'_> {
    fn set_length(&self, states: u64) {
        self.bar.set_length(states);
    }

    fn advance(&self, states: u64) {
        self.bar.inc(states);
    }

    fn set_position(&self, states: u64) {
        self.bar.set_position(states);
    }

    fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

impl Control<'_> {
    /// What core's solvers report to.
    pub(crate) fn handle(&self) -> Handle<'_> {
        Handle::new(self)
    }

    /// Counts `states` more, and asks whether to go on.
    ///
    /// # Errors
    /// [`Interrupted`] if not.
    pub fn advance(&self, states: u64) -> Result<(), Interrupted> {
        self.handle().advance(states)
    }

    /// Does work of seconds at most that cannot be stopped, in a thread of its own: that is
    /// left to itself if nobody waits for it any more.
    pub(crate) fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Interrupted> {
        // Nothing is sent: the channel closes when the work has ended, however it did.
        let (running, ended) = channel::<()>();
        let worker = thread::spawn(move || {
            let _running = running;
            work()
        });
        while ended.recv_timeout(Duration::from_millis(5)) == Err(RecvTimeoutError::Timeout) {
            self.check()?;
        }
        worker.join().or_else(|panic| resume_unwind(panic))
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`Interrupted`] if not.
    pub fn check(&self) -> Result<(), Interrupted> {
        self.handle().check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_aside_is_left_to_itself_if_interrupted() {
        let interrupted = AtomicBool::new(true);
        let control = Control { bar: ProgressBar::hidden(), interrupted: &interrupted };
        let (finish, finished) = channel::<()>();
        // It ends only after it was left.
        assert_eq!(control.aside(move || finished.recv()), Err(Interrupted));
        drop(finish);
        assert_eq!(Control::quiet().aside(|| 7), Ok(7));
    }

    #[test]
    #[should_panic(expected = "aside")]
    fn what_panics_aside_panics_here() {
        let _ = Control::quiet().aside(|| panic!("aside"));
    }
}
