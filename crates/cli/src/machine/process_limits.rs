//! Limits that the system sets for a process lead to exit codes rather than signals.

#[cfg(unix)]
pub(crate) use unix::install;

/// There are no such limits on these systems.
#[cfg(not(unix))]
pub(crate) fn install() {}

/// Raises the limit on open files as far as the process may.
pub(crate) fn open_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Without this fewer files can be open, which is an error only when that is too few.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

#[cfg(unix)]
mod unix {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use rustix::process::{Resource, getrlimit};
    use signal_hook::consts::{SIGABRT, SIGXFSZ};
    use signal_hook::{flag, low_level};

    use perfectplay::Code;

    /// Turns a file that grows too large into a failed write, and an allocation that fails and that the program
    /// cannot do without into the exit code for what the machine refused.
    pub(crate) fn install() {
        share_one_heap();
        // With a handler, whatever it does, a write beyond `ulimit -f` fails with "File too
        // large". Without one it would end the program and leave what it was writing.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        end_where_memory_is_refused();
    }

    /// The standard library aborts when memory is refused, after saying how much. Whatever grows with the input is
    /// checked beforehand; this is for all the small allocations that are not.
    fn end_where_memory_is_refused() {
        #[expect(unsafe_code, reason = "a handler must be safe in the middle of anything")]
        // SAFETY: it reads its argument and a counter of its own thread, and ends the process by system calls that
        // are allowed in a signal handler.
        let registered = unsafe {
            signal_hook_registry::register_sigaction(SIGABRT, |info| aborted(info.si_code))
        };
        // If that is refused the signal still ends the program.
        drop(registered);
    }

    /// Ends the process; `code` says where the signal came from.
    fn aborted(code: i32) {
        /// On Linux: another process, or a user, sent it.
        const SI_USER: i32 = 0;
        let is_sent = cfg!(target_os = "linux") && code == SI_USER;
        // A panic that cannot unwind, a full stack and a C library abort as well: these are bugs, not refusals.
        if is_sent || thread::panicking() || there_is_memory() {
            let _ = low_level::emulate_default_handler(SIGABRT);
        }
        low_level::exit(Code::Refused.exit_code().into());
    }

    /// Whether the system gives memory, asked without the allocator: a handler may be called while it is at work.
    fn there_is_memory() -> bool {
        /// More than the allocator takes from the system for a small allocation.
        const SOME: usize = 1 << 26;
        memmap2::MmapMut::map_anon(SOME).is_ok()
    }

    /// Restarts the program, as the same process, with one heap for all threads if its address space is limited:
    /// otherwise the GNU C library reserves 64 MiB of it for each thread, at a time of its choosing, and memory
    /// that was checked beforehand may then be gone.
    fn share_one_heap() {
        const HEAPS: &str = "MALLOC_ARENA_MAX";
        if getrlimit(Resource::As).current.is_none() || env::var_os(HEAPS).is_some() {
            return;
        }
        if let Ok(program) = env::current_exe() {
            // It returns only if it fails, and then nothing changes.
            let mut arguments = env::args_os();
            let mut again = Command::new(program);
            // The name by which it was called may be that of a link.
            if let Some(name) = arguments.next() {
                again.arg0(name);
            }
            let _ = again.args(arguments).env(HEAPS, "1").exec();
        }
    }
}
