//! Ctrl-C, and the signal to terminate.

use std::sync::atomic::{AtomicBool, Ordering};

use perfectplay::Code;
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    low_level,
};

/// Set when the user wants a computation to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether a computation watches [`INTERRUPTED`].
static WATCHED: AtomicBool = AtomicBool::new(false);

/// Makes signals end the program at once, unless a computation [watches](watch).
pub(crate) fn install() {
    // Without a handler a signal also ends the program, with another exit code.
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(handle);
    #[cfg(unix)]
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        #[expect(unsafe_code, reason = "a signal handler")]
        // SAFETY: `handle` touches two atomic flags and leaves by `_exit`, which signal handlers may do.
        let _ = unsafe { low_level::register(signal, handle) };
    }
}

fn handle() {
    let asked_before = INTERRUPTED.swap(true, Ordering::Relaxed);
    if asked_before || !WATCHED.load(Ordering::Relaxed) {
        // Nothing that is buffered has to be written: no thread waits for anything but input.
        #[cfg(unix)]
        low_level::exit(Code::Interrupted.exit_code().into());
        #[cfg(not(unix))]
        #[expect(clippy::exit, reason = "no thread waits for anything but input")]
        std::process::exit(Code::Interrupted.exit_code().into());
    }
}

/// From here on signals end the program at once again.
pub(crate) fn unwatch() {
    WATCHED.store(false, Ordering::Relaxed);
}

/// The flag that signals set.
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// From here on the first signal only sets the flag returned, for a computation
/// that looks at it and cleans up; a second one ends the program at once.
pub(crate) fn watch() -> &'static AtomicBool {
    WATCHED.store(true, Ordering::Relaxed);
    &INTERRUPTED
}
