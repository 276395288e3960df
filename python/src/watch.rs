//! Does long work on a thread of its own. The calling thread lets Python go on, looks for Ctrl-C and reports progress.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use perfectplay::Code;
use perfectplay_core::control::Progress;
use pyo3::prelude::*;

use crate::errors::raise;

/// How often signals are looked for.
pub(crate) const PULSE: Duration = Duration::from_millis(20);

/// Watches work from the calling thread.
#[derive(Default)]
pub(crate) struct Watch {
    is_stopped: AtomicBool,
    done: AtomicU64,
    all: AtomicU64,
}

impl Progress for Watch {
    fn set_length(&self, states: u64) {
        self.all.store(states, Relaxed);
        self.done.store(0, Relaxed);
    }

    fn advance(&self, states: u64) {
        self.done.fetch_add(states, Relaxed);
    }

    fn set_position(&self, states: u64) {
        self.done.store(states, Relaxed);
    }

    fn interrupted(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }
}

impl Watch {
    /// Counts one more of `all` as done.
    pub(crate) fn one_more(&self, all: usize) {
        self.all.store(all as u64, Relaxed);
        self.advance(1);
    }
}

/// Reports progress to the caller's function, if there is one.
#[derive(Clone, Copy)]
pub(crate) struct Reporter<'a, 'py> {
    progress: Option<&'a Bound<'py, PyAny>>,
    /// How much was done before this work, and how much there is in all, if that is known.
    before: u64,
    all: Option<u64>,
}

impl<'a, 'py> Reporter<'a, 'py> {
    pub(crate) fn of(progress: Option<&'a Bound<'py, PyAny>>) -> Self {
        Self { progress, before: 0, all: None }
    }

    /// Reports the progress of one part: `before` was done before it, and `all` is the whole work.
    pub(crate) fn part(self, before: usize, all: Option<usize>) -> Self {
        Self { before: before as u64, all: all.map(|all| all as u64), ..self }
    }

    fn tell(self, done: u64, all: u64) -> PyResult<()> {
        if let Some(progress) = self.progress {
            progress.call1((self.before + done, self.all.unwrap_or(self.before + all)))?;
        }
        Ok(())
    }
}

/// Lets Python's other threads go on and looks for signals, in loops that hold the lock.
pub(crate) fn pause(py: Python<'_>) -> PyResult<()> {
    py.detach(|| ());
    py.check_signals()
}

/// Does work that may take long, without the interpreter's lock. An exception of a signal or of the progress function
/// stops the work, and is returned.
pub(crate) fn long<T: Send>(
    py: Python<'_>,
    told: Reporter<'_, '_>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let watch = Watch::default();
    thread::scope(|scope| {
        let (send, received) = channel();
        let watch = &watch;
        let worker = thread::Builder::new().spawn_scoped(scope, move || {
            let result = work(watch);
            // The receiver may have given up.
            let _ = send.send(());
            result
        });
        let refused = |error| raise(Code::Refused, format!("cannot start a thread: {error}"), None);
        let worker = worker.map_err(refused)?;
        let mut stopped = Ok(());
        // Channels are for one thread, which this stays.
        let received = std::sync::Mutex::new(received);
        let wait = || received.lock().expect("one thread waits").recv_timeout(PULSE);
        while let Err(RecvTimeoutError::Timeout) = py.detach(wait) {
            if stopped.is_ok() {
                let (done, all) = (watch.done.load(Relaxed), watch.all.load(Relaxed));
                stopped = py.check_signals().and_then(|()| told.tell(done, all));
                watch.is_stopped.store(stopped.is_err(), Relaxed);
            }
        }
        let result =
            py.detach(|| worker.join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        stopped.and_then(|()| py.check_signals())?;
        let all = watch.all.load(Relaxed);
        told.tell(all, all)?;
        Ok(result)
    })
}
