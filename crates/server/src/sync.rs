//! The atomics of state that threads share. `interleavings` compiles what uses them with others, which try
//! all orders of events.

pub(crate) use std::sync::Arc;
pub(crate) use std::sync::atomic::{AtomicU8, Ordering};
