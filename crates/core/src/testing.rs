//! Internals for this crate's tests, which are separate programs, so that nobody has to compile the library twice.
//! Nothing here is promised to anybody.

pub use crate::layers::{reserve, reserve_exact};
