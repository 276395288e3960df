//! The bar of a long computation, and the way to stop it.

use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;
use thiserror::Error;

/// What a long computation reports to and listens to.
#[derive(Clone, Debug)]
pub struct Control<'a> {
    /// Counts states while building and verifying; may be hidden.
    pub bar: ProgressBar,
    /// Set it from anywhere to stop: within a few milliseconds the computation
    /// ends with [`Interrupted`] and cleans up.
    pub interrupted: &'a AtomicBool,
}

/// The computation was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted")]
pub struct Interrupted;

impl Control<'static> {
    /// No bar, and nothing that stops it.
    #[must_use]
    pub fn quiet() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { bar: ProgressBar::hidden(), interrupted: &NEVER }
    }
}

impl Control<'_> {
    /// Counts `states` more, and asks whether to go on.
    ///
    /// # Errors
    /// [`Interrupted`] if not.
    pub fn advance(&self, states: u64) -> Result<(), Interrupted> {
        self.bar.inc(states);
        self.check()
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`Interrupted`] if not.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.interrupted.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }
}
