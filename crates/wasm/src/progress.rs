//! Progress of long work, told to the program that loaded the module.

use std::cell::Cell;

use perfectplay_core::control::{Event, Progress};

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// How many states are solved, of how many.
    safe fn progress(done: f64, all: f64);
}

/// It is told after each hundredth.
const PARTS: u64 = 100;

/// Counts states.
#[derive(Default)]
pub(crate) struct Counter {
    done: Cell<u64>,
    all: Cell<u64>,
}

// The module has one thread.
#[expect(unsafe_code, reason = "nothing else can see the cells")]
// SAFETY: without shared memory no other thread exists that could use a reference.
unsafe impl Sync for Counter {}

impl Progress for Counter {
    fn set_length(&self, states: u64) {
        self.all.set(states);
        self.done.set(0);
    }

    fn advance(&self, states: u64) {
        self.set_position(self.done.get() + states);
    }

    fn set_position(&self, states: u64) {
        let (before, all) = (self.done.replace(states), self.all.get());
        let part = all / PARTS;
        // Some solvers go over their states more than once.
        if part > 0 && before / part != states / part && states <= all {
            progress(states as f64, all as f64);
        }
    }

    fn event(&self, event: Event) {
        if let Event::Solving { states, .. } = event {
            self.set_length(states);
        }
    }
}
