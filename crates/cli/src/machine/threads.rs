//! The threads that a command works on.

use std::num::NonZeroUsize;

use perfectplay_tables::Threads;

use crate::args;
use crate::failure::Result;

/// Threads that look for work take processors away from those that have some.
const MOST_PER_PROCESSOR: usize = 16;

/// As many as were asked for, or one for each processor. They are started now if a number was given, otherwise
/// when they are needed.
pub(crate) fn choose(asked: args::Threads) -> Result<Threads> {
    if asked.number.is_some() {
        return start(asked);
    }
    Ok(Threads::default())
}

/// The requested number, but no more than hold each other up.
pub(crate) fn number(asked: args::Threads) -> Option<NonZeroUsize> {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let asked = asked.number?;
    NonZeroUsize::new(usize::from(asked).min(MOST_PER_PROCESSOR * processors))
}

/// Starts the threads that were asked for, so that nothing has been done yet if the system refuses.
pub(crate) fn start(asked: args::Threads) -> Result<Threads> {
    let threads = Threads::new(number(asked));
    threads.start()?;
    Ok(threads)
}
