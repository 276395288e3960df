//! What is asked of the system where it can do it: that solving has less priority than answering,
//! and that there are enough threads and open files.

use std::io;
use std::sync::Mutex;
use std::thread;

/// Makes the calling thread give way to others: 0 is usual, 19 the least priority.
#[cfg(target_os = "linux")]
pub(crate) fn lower_priority(niceness: i32) {
    // On Linux this is about the calling thread alone. If it fails the thread keeps its priority.
    let _ = rustix::process::setpriority_process(None, niceness);
}

/// Elsewhere threads keep their priority.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower_priority(_: i32) {}

/// Makes sure that the system gives so many threads, where who starts them would panic.
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

/// Allows this process as many open files as it can have, as each connection is one; returns how
/// many, where there is such a limit.
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
