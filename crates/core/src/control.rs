//! How a long computation tells how far it is, and how it is stopped.

use std::fmt;

use thiserror::Error;

/// What a long computation reports to and listens to, from any of its threads.
pub trait Progress: Sync {
    /// So many states are to be computed.
    fn set_length(&self, states: u64);

    /// So many more are done.
    fn advance(&self, states: u64);

    /// So many are done in all.
    fn set_position(&self, states: u64);

    /// Whether to stop. It is asked every few milliseconds, so it should be cheap.
    fn interrupted(&self) -> bool;
}

/// Shows nothing, and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn set_length(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn set_position(&self, _: u64) {}

    fn interrupted(&self) -> bool {
        false
    }
}

/// The computation was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted")]
pub struct Interrupted;

/// A handle on somebody's [`Progress`], to be passed along.
#[derive(Clone, Copy)]
pub struct Control<'a>(&'a dyn Progress);

impl Control<'static> {
    /// Of [`Silent`].
    pub const SILENT: Self = Self(&Silent);
}

impl<'a> Control<'a> {
    /// The handle on `progress`.
    #[must_use]
    pub const fn new(progress: &'a dyn Progress) -> Self {
        Self(progress)
    }

    /// So many states are to be computed.
    pub fn set_length(self, states: u64) {
        self.0.set_length(states);
    }

    /// So many are done in all.
    pub fn set_position(self, states: u64) {
        self.0.set_position(states);
    }

    /// Counts `states` more, and asks whether to go on.
    ///
    /// # Errors
    /// [`Interrupted`] if not.
    pub fn advance(self, states: u64) -> Result<(), Interrupted> {
        self.0.advance(states);
        self.check()
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`Interrupted`] if not.
    pub fn check(self) -> Result<(), Interrupted> {
        if self.0.interrupted() { Err(Interrupted) } else { Ok(()) }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").finish_non_exhaustive()
    }
}
