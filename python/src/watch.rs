//! Long work: done on a thread of its own, while the calling thread lets Python go on, looks for Ctrl-C and reports
//! progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use perfectplay_core::control::Progress;
use perfectplay_oracle::{Code, Observer};
use pyo3::prelude::*;

use crate::errors::raise;

/// How often signals are looked for.
const PULSE: Duration = Duration::from_millis(25);

/// Watches work from the calling thread.
#[derive(Default)]
pub(crate) struct Watch {
    is_stopped: Arc<AtomicBool>,
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

impl Observer for Watch {}

impl Watch {
    /// How much there is to do, if nothing else says so.
    pub(crate) fn set_all(&self, all: u64) {
        self.all.store(all, Relaxed);
    }

    /// Whether the work is to stop, for who does not see this.
    pub(crate) fn stopped(&self) -> Arc<AtomicBool> {
        self.is_stopped.clone()
    }

    /// Calls `progress` with what is done and what there is to do.
    fn report(&self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.call1((self.done.load(Relaxed), self.all.load(Relaxed)))?;
        }
        Ok(())
    }
}

/// Does work that may take long, with the interpreter's lock released. An exception of a signal or of `progress`
/// stops it, and is the result.
pub(crate) fn long<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let watch = Watch::default();
    thread::scope(|scope| {
        let (send, received) = channel();
        let watch = &watch;
        let worker = thread::Builder::new().spawn_scoped(scope, move || {
            let result = work(watch);
            // Nobody waits for a result that is not wanted any more.
            let _ = send.send(());
            result
        });
        let refused =
            |error| raise(Code::Refused, format!("a thread cannot be started: {error}"), None);
        let worker = worker.map_err(refused)?;
        let mut stopped = Ok(());
        // Channels are for one thread, which this stays.
        let received = std::sync::Mutex::new(received);
        let wait = || received.lock().expect("one thread waits").recv_timeout(PULSE);
        while let Err(RecvTimeoutError::Timeout) = py.detach(wait) {
            if stopped.is_ok() {
                stopped = watch.report(py, progress);
                watch.is_stopped.store(stopped.is_err(), Relaxed);
            }
        }
        let result =
            py.detach(|| worker.join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        stopped?;
        if let Some(progress) = progress {
            progress.call1((watch.all.load(Relaxed), watch.all.load(Relaxed)))?;
        }
        Ok(result)
    })
}
