//! Watches of work.

use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay_core::control::Progress;
use perfectplay_oracle::Observer;

/// Counts what is done, and interrupts after so much.
#[derive(Debug)]
pub struct States {
    most: u64,
    done: AtomicU64,
}

/// Interrupts everything at once.
pub static STOPPED: States = States::at_most(0);

impl States {
    /// Interrupts after so many states.
    #[must_use]
    pub const fn at_most(most: u64) -> Self {
        Self { most, done: AtomicU64::new(0) }
    }

    /// Only counts.
    #[must_use]
    pub const fn all() -> Self {
        Self::at_most(u64::MAX)
    }

    /// How many are done.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}

impl Progress for States {
    fn advance(&self, states: u64) {
        self.done.fetch_add(states, Ordering::Relaxed);
    }

    fn interrupted(&self) -> bool {
        self.done() >= self.most
    }
}

impl Observer for States {}
