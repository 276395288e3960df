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

    use rustix::process::{Resource, getrlimit};
    use signal_hook::consts::{SIGABRT, SIGXFSZ};
    use signal_hook::flag;

    use perfectplay_oracle::Code;

    /// Makes a file that grows too large a failed write, and an allocation that fails where the
    /// program cannot go on without it the exit code of what the machine refused.
    pub(crate) fn install() {
        share_one_heap();
        // With a handler, whatever it does, a write beyond `ulimit -f` fails with "File too
        // large". Without one it would end the program and leave what it was writing.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        // The standard library aborts where memory is refused, after it said how much. What grows
        // with the input is asked for beforehand; this is for all the small things that are not.
        let exit_code = i32::from(Code::Refused.exit_code());
        let always = Arc::new(AtomicBool::new(true));
        let _ = flag::register_conditional_shutdown(SIGABRT, exit_code, always);
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
