//! The limits that the system sets to a process end in exit codes, not in signals.

use crate::failure::Code;

/// Makes a file that grows too large a failed write, and an allocation that fails where the
/// program cannot go on without it the exit code of what the machine refused.
#[cfg(unix)]
pub(crate) fn install() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGABRT, SIGXFSZ};
    use signal_hook::flag;

    // With a handler, whatever it does, a write beyond `ulimit -f` fails with "File too large".
    // Without one it would end the program and leave what it was writing.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    // The standard library aborts where memory is refused, after it said how much. What grows
    // with the input is asked for beforehand; this is for all the small things that are not.
    let exit_code = i32::from(Code::Refused.exit_code());
    let always = Arc::new(AtomicBool::new(true));
    let _ = flag::register_conditional_shutdown(SIGABRT, exit_code, always);
}

#[cfg(not(unix))]
pub(crate) fn install() {}
