//! The threads that a command works on.

use std::num::NonZeroUsize;

use perfectplay_tables::Threads;

use crate::args;
use crate::failure::Failure;

/// As many as were asked for, or one for each processor. They are started now if a number was given;
/// else what needs them does.
pub(crate) fn choose(asked: args::Threads) -> Result<Threads, Failure> {
    if asked.number.is_some() {
        return start(asked);
    }
    Ok(Threads::default())
}

/// The same, started now, so that nothing has been done where the system refuses.
pub(crate) fn start(asked: args::Threads) -> Result<Threads, Failure> {
    let number = asked.number.map(usize::from).and_then(NonZeroUsize::new);
    let threads = Threads::new(number);
    threads.start()?;
    Ok(threads)
}
