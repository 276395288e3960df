//! The threads that large positions and batches are solved on.

use crate::Error;

/// Makes sure that they are there: without asking, work that is shared would start them itself,
/// and panic where the system gives none.
#[cfg(feature = "rayon")]
pub(crate) fn start() -> Result<(), Error> {
    use std::error::Error as _;
    match rayon::ThreadPoolBuilder::new().build_global() {
        // Without a cause the error says that they are there already.
        Err(error) if error.source().is_some() => {
            Err(Error::Refused { message: format!("cannot start the threads: {error}") })
        }
        _ => Ok(()),
    }
}

#[cfg(not(feature = "rayon"))]
#[expect(clippy::unnecessary_wraps, reason = "with threads it can fail")]
pub(crate) fn start() -> Result<(), Error> {
    Ok(())
}
