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
pub(crate) fn in_own_thread<T: Send + 'static>(
    control: Control<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Interrupted> {
    in_thread(thread::Builder::new(), control, work)
}

fn in_thread<T: Send + 'static>(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Progress;

    struct Stopped;

    impl Progress for Stopped {
        fn interrupted(&self) -> bool {
            true
        }
    }

    #[test]
    fn an_interrupted_caller_does_not_wait_for_the_work() {
        let (finish, finished) = channel::<()>();
        // The work ends only after the caller has returned.
        assert_eq!(
            in_own_thread(Control::new(&Stopped), move || finished.recv()),
            Err(Interrupted)
        );
        drop(finish);
        assert_eq!(in_own_thread(Control::SILENT, || 7), Ok(7));
    }

    #[test]
    fn without_a_thread_the_caller_does_the_work() {
        // No system gives a stack of this size.
        let none = || thread::Builder::new().stack_size(usize::MAX / 2);
        assert!(none().spawn(|| ()).is_err());
        let caller = thread::current().id();
        let by = in_thread(none(), Control::SILENT, || thread::current().id());
        assert_eq!(by, Ok(caller));
        assert_eq!(in_thread(none(), Control::new(&Stopped), || 7), Err(Interrupted));
    }

    #[test]
    #[should_panic(expected = "the work panics")]
    fn a_panic_of_the_work_is_the_callers() {
        let _ = in_own_thread(Control::SILENT, || panic!("the work panics"));
    }
}
