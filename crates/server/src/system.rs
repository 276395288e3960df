//! Requests to the system, where it supports them: a lower priority for solving than for answering, and enough
//! threads and open files.

use std::io;
use std::sync::Mutex;
use std::thread;

/// Lowers the priority of the calling thread: 0 is the normal niceness, 19 the lowest priority.
#[cfg(target_os = "linux")]
pub(crate) fn lower_priority(niceness: i32) {
    // On Linux this affects only the calling thread. If it fails, the thread keeps its priority.
    let _ = rustix::process::setpriority_process(None, niceness);
}

/// Elsewhere threads keep their priority.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower_priority(_: i32) {}

/// Checks that the system allows this number of threads, as starting a runtime would panic otherwise.
pub(crate) fn check_threads(number: usize) -> io::Result<()> {
    let all_started = Mutex::new(());
    let started = all_started.lock();
    thread::scope(|scope| {
        let start = |_| {
            let wait = || drop(all_started.lock());
            thread::Builder::new().spawn_scoped(scope, wait).map(drop)
        };
        let given = (0..number).try_for_each(start);
        drop(started);
        given
    })
}

/// Raises the limit of open files as far as possible, as each connection is one; returns it, where there is one.
#[cfg(unix)]
pub(crate) fn allow_open_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    }
}

/// There is no such limit.
#[cfg(not(unix))]
pub(crate) fn allow_open_files() -> Option<u64> {
    None
}
