//! The locks of state that threads share. `interleavings` compiles their users with other locks, which try all
//! orders of events.

pub(crate) use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
