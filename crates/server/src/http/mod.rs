//! HTTP without games: connections, bodies, headers, errors as responses.

pub(crate) mod access_log;
pub(crate) mod activity;
pub(crate) mod compression;
pub(crate) mod conditional_requests;
pub(crate) mod failure;
pub(crate) mod json;
pub(crate) mod memory_quota;
pub(crate) mod range_requests;
pub(crate) mod request_body;
pub(crate) mod streamed_body;
pub(crate) mod write_timeout;

/// The atomics of state that threads share. `interleavings` compiles what uses them with others, which try
/// all orders of events.
mod sync {
    pub(crate) use std::sync::Arc;
    pub(crate) use std::sync::atomic::{AtomicU8, Ordering};
}
