//! Work that cannot be stopped, for who can be.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::{Control, Interrupted};

/// Does work of seconds at most in a thread of its own, which is left to itself if nobody waits
/// for it any more.
pub(crate) fn aside<T: Send + 'static>(
    control: Control<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Interrupted> {
    // Nothing is sent: the channel closes when the work has ended, however it did.
    let (running, ended) = channel::<()>();
    let worker = thread::spawn(move || {
        let _running = running;
        work()
    });
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
        fn set_length(&self, _: u64) {}

        fn advance(&self, _: u64) {}

        fn set_position(&self, _: u64) {}

        fn interrupted(&self) -> bool {
            true
        }
    }

    #[test]
    fn what_is_done_aside_is_left_to_itself_if_interrupted() {
        let (finish, finished) = channel::<()>();
        // It ends only after it was left.
        assert_eq!(aside(Control::new(&Stopped), move || finished.recv()), Err(Interrupted));
        drop(finish);
        assert_eq!(aside(Control::SILENT, || 7), Ok(7));
    }

    #[test]
    #[should_panic(expected = "aside")]
    fn what_panics_aside_panics_here() {
        let _ = aside(Control::SILENT, || panic!("aside"));
    }
}
