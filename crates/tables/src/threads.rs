//! The threads that tables are built and verified on.

use std::error::Error as _;
use std::hint::black_box;
use std::sync::OnceLock;

use thiserror::Error;

/// The system does not give the threads to work on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the threads cannot be started: {reason}")]
pub struct NoThreads {
    reason: String,
}

/// Makes sure that there are threads: the caller's pool, or else the global one. Without asking,
/// the first parallel loop would start them, and panic where the system gives none.
pub(crate) fn start() -> Result<(), NoThreads> {
    // The global pool can be started once. If that fails it says of every later attempt that it has
    // been started already, so the first result must be kept.
    static STARTED: OnceLock<Result<(), NoThreads>> = OnceLock::new();
    if rayon::current_thread_index().is_some() {
        return Ok(());
    }
    STARTED.get_or_init(start_global).clone()
}

fn start_global() -> Result<(), NoThreads> {
    match rayon::ThreadPoolBuilder::new().build_global() {
        // An error without a source says that the pool has been started already.
        Err(error) if error.source().is_some() => Err(NoThreads { reason: error.to_string() }),
        _ => {
            // Allocators reserve memory for each thread when it allocates first. That must not
            // happen between asking whether there is memory for something and using it.
            rayon::broadcast(|_| drop(black_box(Box::new(0u8))));
            Ok(())
        }
    }
}
