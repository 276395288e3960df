//! Ctrl-C, and the signal to terminate.

use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::thread;

use perfectplay::Code;
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
#[cfg(unix)]
use signal_hook::iterator::Signals;

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
    if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) {
        let _ = thread::Builder::new().spawn(move || signals.forever().for_each(|_| handle()));
    }
}

fn handle() {
    let asked_before = INTERRUPTED.swap(true, Ordering::Relaxed);
    if asked_before || !WATCHED.load(Ordering::Relaxed) {
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
