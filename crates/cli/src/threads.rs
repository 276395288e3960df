//! The threads that work.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::args::Threads;
use crate::failure::Failure;

/// Starts as many as were asked for, now; else leaves it to what needs them.
pub(crate) fn choose(threads: Threads) -> Result<(), Failure> {
    if threads.number.is_some() { start(threads) } else { Ok(()) }
}

/// Starts as many as were asked for, or one for each processor. Must come before any parallel
/// work, which would start them itself and panic where the system refuses.
pub(crate) fn start(threads: Threads) -> Result<(), Failure> {
    static STARTED: AtomicBool = AtomicBool::new(false);
    if STARTED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.number.map_or(0, usize::from))
        .build_global()
        .map_err(|error| Failure::refused(format!("cannot start the threads: {error}")))
}
