//! Work that cannot be interrupted, done so that its caller can be.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::{Control, Interrupted};

/// Does work of seconds at most in a thread of its own. If the caller is interrupted, it returns at
/// once and the thread goes on until its work is done. Where the system gives no thread the calling
/// thread does the work, and an interrupt is noticed when it is done.
pub fn in_own_thread<T: Send + 'static>(
    control: Control<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Interrupted> {
    in_thread(thread::Builder::new(), control, work)
}

/// The same in a thread that is made so.
pub fn in_thread<T: Send + 'static>(
    thread: thread::Builder,
    control: Control<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Interrupted> {
    // Nothing is sent: the channel closes when the work has ended, however it did.
    let (running, ended) = channel::<()>();
    // Shared, as a thread that cannot be spawned takes its closure with it.
    let work = Arc::new(Mutex::new(Some(work)));
    let take = |work: &Mutex<Option<_>>| {
        let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
        work.take().expect("the work is done once")
    };
    let theirs = Arc::clone(&work);
    let spawned = thread.spawn(move || {
        let _running = running;
        take(&theirs)()
    });
    let Ok(worker) = spawned else {
        let done = take(&work)();
        return control.check().map(|()| done);
    };
    while ended.recv_timeout(Duration::from_millis(5)) == Err(RecvTimeoutError::Timeout) {
        control.check()?;
    }
    worker.join().or_else(|panic| resume_unwind(panic))
}
