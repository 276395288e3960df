//! The threads that large positions and batches are solved on.

use crate::Error;

/// Makes sure that there are threads: the caller's pool, or else the global one. Without asking,
/// the first parallel loop would start them, and panic where the system gives none.
#[cfg(feature = "rayon")]
pub(crate) fn start() -> Result<(), Error> {
    use std::sync::OnceLock;
    // The global pool can be started once. If that fails it says of every later attempt that it has
    // been started already, so the first result must be kept.
    static STARTED: OnceLock<Result<(), String>> = OnceLock::new();
    if rayon::current_thread_index().is_some() {
        return Ok(());
    }
    let started = STARTED.get_or_init(start_global).clone();
    started.map_err(|message| Error::Refused { message })
}

#[cfg(feature = "rayon")]
fn start_global() -> Result<(), String> {
    use std::error::Error as _;
    use std::hint::black_box;
    match rayon::ThreadPoolBuilder::new().build_global() {
        // An error without a source says that the pool has been started already.
        Err(error) if error.source().is_some() => {
            Err(format!("the threads cannot be started: {error}"))
        }
        _ => {
            // Allocators reserve memory for each thread when it allocates first. That must not
            // happen between asking whether there is memory for something and using it.
            rayon::broadcast(|_| drop(black_box(Box::new(0u8))));
            Ok(())
        }
    }
}

/// How many there are; one if the system gives none.
#[cfg(feature = "rayon")]
pub(crate) fn number() -> usize {
    start().map_or(1, |()| rayon::current_num_threads())
}

#[cfg(not(feature = "rayon"))]
pub(crate) fn number() -> usize {
    1
}

#[cfg(not(feature = "rayon"))]
#[expect(clippy::unnecessary_wraps, reason = "with threads it can fail")]
pub(crate) fn start() -> Result<(), Error> {
    Ok(())
}
