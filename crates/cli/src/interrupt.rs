//! Ctrl-C, and the signal to terminate.

use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code after an interruption.
pub(crate) const EXIT_CODE: u8 = 130;

/// Set when the user wants a computation to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether a computation looks at [`INTERRUPTED`].
static WATCHED: AtomicBool = AtomicBool::new(false);

/// Makes signals end the program at once, unless a computation [watches](watch).
pub(crate) fn install() {
    // Without a handler a signal ends the program too, with another exit code.
    let _ = ctrlc::set_handler(|| {
        let asked_before = INTERRUPTED.swap(true, Ordering::Relaxed);
        if asked_before || !WATCHED.load(Ordering::Relaxed) {
            #[expect(clippy::exit, reason = "no thread waits for anything but input")]
            std::process::exit(EXIT_CODE.into());
        }
    });
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
