//! Watches of work.

use std::mem::take;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay_core::control::{Event, Progress};

/// Counts what is done and notes events, and interrupts after a number of states.
#[derive(Debug)]
pub struct States {
    most: u64,
    done: AtomicU64,
    events: Mutex<Vec<String>>,
}

/// Interrupts everything at once.
pub static STOPPED: States = States::at_most(0);

impl States {
    /// Interrupts after this many states.
    pub const fn at_most(most: u64) -> Self {
        Self { most, done: AtomicU64::new(0), events: Mutex::new(Vec::new()) }
    }

    /// Only counts.
    pub const fn all() -> Self {
        Self::at_most(u64::MAX)
    }

    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The events since the last call.
    pub fn events(&self) -> Vec<String> {
        take(&mut *self.events.lock().unwrap())
    }
}

impl Progress for States {
    fn advance(&self, states: u64) {
        self.done.fetch_add(states, Ordering::Relaxed);
    }

    fn event(&self, event: Event) {
        self.events.lock().unwrap().push(format!("{event:?}"));
    }

    fn interrupted(&self) -> bool {
        self.done() >= self.most
    }
}
