//! What the tests of this crate share.
#![allow(dead_code, unreachable_pub, reason = "every test uses some of it")]

use std::sync::Mutex;

use perfectplay_tables::Progress;

/// Wants everything to stop.
pub struct Stopped;

impl Progress for Stopped {
    fn set_length(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn set_position(&self, _: u64) {}

    fn interrupted(&self) -> bool {
        true
    }
}

/// Remembers from how many states a build went on.
#[derive(Default)]
pub struct Restored(pub Mutex<Vec<u64>>);

impl Progress for Restored {
    fn set_length(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn set_position(&self, states: u64) {
        self.0.lock().unwrap().push(states);
    }

    fn interrupted(&self) -> bool {
        false
    }
}
