//! How a long computation reports its progress, and how it is stopped.

use std::fmt;

use thiserror::Error;

/// The observer of a long computation, called from any of its threads. What an implementation
/// leaves out is ignored, and the computation goes on to its end.
pub trait Progress: Sync {
    /// Sets the number of states to be computed.
    fn set_length(&self, _states: u64) {}

    /// Reports that `states` more states are computed.
    fn advance(&self, _states: u64) {}

    /// Reports that `states` states are computed in all.
    fn set_position(&self, _states: u64) {}

    /// Whether to stop. It is called every few milliseconds, so it should be cheap.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Ignores all progress, and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}

/// The computation was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted")]
pub struct Interrupted;

/// A handle on a [`Progress`], to be passed to the parts of a computation.
#[derive(Clone, Copy)]
pub struct Control<'a>(&'a dyn Progress);

impl Control<'static> {
    /// The handle on [`Silent`].
    pub const SILENT: Self = Self(&Silent);
}

impl<'a> Control<'a> {
    /// The handle on `progress`.
    #[must_use]
    pub const fn new(progress: &'a dyn Progress) -> Self {
        Self(progress)
    }

    /// Sets the number of states to be computed.
    pub fn set_length(self, states: u64) {
        self.0.set_length(states);
    }

    /// Reports that `states` states are computed in all.
    pub fn set_position(self, states: u64) {
        self.0.set_position(states);
    }

    /// Reports that `states` more states are computed, and checks whether to continue.
    ///
    /// # Errors
    /// [`Interrupted`] if the computation is to stop.
    pub fn advance(self, states: u64) -> Result<(), Interrupted> {
        self.0.advance(states);
        self.check()
    }

    /// Checks whether to continue.
    ///
    /// # Errors
    /// [`Interrupted`] if the computation is to stop.
    pub fn check(self) -> Result<(), Interrupted> {
        if self.0.interrupted() { Err(Interrupted) } else { Ok(()) }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").finish_non_exhaustive()
    }
}
