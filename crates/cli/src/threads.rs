//! The threads that build and verify.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// Starts them: so many, or one for each processor. Must come before any parallel
/// work, which would start them itself and panic where the system refuses.
pub(crate) fn start(threads: Option<u16>) -> Result<(), Failure> {
    static STARTED: AtomicBool = AtomicBool::new(false);
    if STARTED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .build_global()
        .map_err(|error| Failure::Refused(format!("cannot start the threads: {error}")))
}
