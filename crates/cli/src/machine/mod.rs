//! The machine: signals, threads, and the limits of memory and of processes.

pub(crate) mod bus_error;
pub(crate) mod closed_at_start;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod process_limits;
pub(crate) mod threads;
