//! The end of the program that started this one.

use std::io;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use perfectplay::Code;

use crate::failure::{Failure, Result};
use crate::machine::interrupt;

/// How long a computation has to clean up once nobody is waiting for it any more (a grace period).
const GRACE: Duration = Duration::from_secs(2);

/// From here on the end of standard input counts as a signal, and a second one follows soon after.
pub(crate) fn end_with_parent() -> Result<()> {
    let watch = || {
        // Nothing is expected there, and whatever comes is ignored.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        interrupt::flag().store(true, Ordering::Relaxed);
        // Whatever cannot be interrupted, such as syncing a file, ends with the program.
        thread::sleep(GRACE);
        #[expect(clippy::exit, reason = "nobody waits for the program any more")]
        std::process::exit(Code::Interrupted.exit_code().into());
    };
    let started = thread::Builder::new().spawn(watch);
    started.map(drop).map_err(|error| Failure::refused(format!("cannot start a thread: {error}")))
}
