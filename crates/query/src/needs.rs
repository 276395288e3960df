//! What building a table takes.

use perfectplay_format::{ALIGNMENT, BLOCK};

/// About what building a table takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Memory while it is built.
    pub memory: u64,
    /// The table's file.
    pub disk: u64,
}

/// What most builds take beside their states: threads, look-up tables, buffers.
const BASE: u64 = 4 << 20;

impl Needs {
    /// Of a build that needs so many bytes for states, and writes so many.
    pub(crate) fn new(states: u64, payload: u64) -> Self {
        Self { memory: states.saturating_add(BASE), ..Self::of_states(states, payload) }
    }

    /// The same, with next to nothing beside the states.
    pub(crate) fn of_states(memory: u64, payload: u64) -> Self {
        // A header, the payload, and a checksum of eight bytes for each of its blocks.
        let disk = payload
            .div_ceil(ALIGNMENT)
            .saturating_mul(ALIGNMENT)
            .saturating_add(ALIGNMENT)
            .saturating_add(payload.div_ceil(BLOCK).saturating_mul(8));
        Self { memory, disk }
    }
}
