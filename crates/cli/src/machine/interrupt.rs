//! Ctrl-C, and the signal to terminate.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use perfectplay::Code;

use crate::failure::Failure;

/// How long a computation has to clean up once nobody is waiting for it any more (a grace period).
const GRACE: Duration = Duration::from_secs(2);

/// Set when the user wants a computation to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether a computation watches [`INTERRUPTED`].
static WATCHED: AtomicBool = AtomicBool::new(false);

/// Makes signals end the program at once, unless a computation [watches](watch).
pub(crate) fn install() {
    // Without a handler a signal also ends the program, with another exit code.
    let _ = ctrlc::set_handler(|| {
        let asked_before = INTERRUPTED.swap(true, Ordering::Relaxed);
        if asked_before || !WATCHED.load(Ordering::Relaxed) {
            #[expect(clippy::exit, reason = "no thread waits for anything but input")]
            std::process::exit(Code::Interrupted.exit_code().into());
        }
    });
}

/// From here on the end of standard input counts as a signal, and a second one follows soon after.
pub(crate) fn end_with_parent() -> Result<(), Failure> {
    let watch = || {
        // Nothing is expected there, and whatever comes is ignored.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        INTERRUPTED.store(true, Ordering::Relaxed);
        // Whatever cannot be interrupted, such as syncing a file, ends with the program.
        thread::sleep(GRACE);
        #[expect(clippy::exit, reason = "nobody waits for the program any more")]
        std::process::exit(Code::Interrupted.exit_code().into());
    };
    let started = thread::Builder::new().spawn(watch);
    started.map(drop).map_err(|error| Failure::refused(format!("cannot start a thread: {error}")))
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
