//! The limits that the system sets to a process end in exit codes, not in signals.

#[cfg(unix)]
pub(crate) use unix::install;

/// There are no such limits.
#[cfg(not(unix))]
pub(crate) fn install() {}

/// Lets the process open as many files as it may ask for.
pub(crate) fn open_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Without it fewer can be opened, which is an error only where that is too few.
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

    use perfectplay_oracle::Code;

    /// Makes a file that grows too large a failed write, and an allocation that fails where the
    /// program cannot go on without it the exit code of what the machine refused.
    pub(crate) fn install() {
        share_one_heap();
        // With a handler, whatever it does, a write beyond `ulimit -f` fails with "File too
        // large". Without one it would end the program and leave what it was writing.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        end_where_memory_is_refused();
    }

    /// The standard library aborts where memory is refused, after it said how much. What grows with the
    /// input is asked for beforehand; this is for all the small things that are not.
    fn end_where_memory_is_refused() {
        #[expect(unsafe_code, reason = "a handler must be safe in the middle of anything")]
        // SAFETY: it reads what it is given and a counter of its own thread, and ends the process by system calls
        // that a signal's handler may make.
        let registered = unsafe {
            signal_hook_registry::register_sigaction(SIGABRT, |info| aborted(info.si_code))
        };
        // Where it is refused the signal ends the program, too.
        drop(registered);
    }

    /// Ends the process; `code` says where the signal is from.
    fn aborted(code: i32) {
        /// Of Linux: another process, or a user, sent it.
        const SI_USER: i32 = 0;
        let is_sent = cfg!(target_os = "linux") && code == SI_USER;
        // A panic that cannot unwind aborts, too: that is a bug, and no refusal.
        if is_sent || thread::panicking() {
            let _ = low_level::emulate_default_handler(SIGABRT);
        }
        low_level::exit(Code::Refused.exit_code().into());
    }

    /// Starts the program anew, as the same process, with one heap for all threads if its address
    /// space is limited: the GNU C library otherwise reserves 64 MiB of it for each thread, at a
    /// time of its choice, and what was asked for beforehand is then not there any more.
    fn share_one_heap() {
        const HEAPS: &str = "MALLOC_ARENA_MAX";
        if getrlimit(Resource::As).current.is_none() || env::var_os(HEAPS).is_some() {
            return;
        }
        if let Ok(program) = env::current_exe() {
            // It returns only if it fails, and then things stay as they are.
            let _ = Command::new(program).args(env::args_os().skip(1)).env(HEAPS, "1").exec();
        }
    }
}
