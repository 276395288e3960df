//! A mapped file that is cut short, or that its disk fails to deliver, ends the program with a message and an exit
//! code.
//!
//! The system reports it by the signal SIGBUS, to the instruction that reads. That could only continue with bytes
//! that the file does not have, which would mean wrong answers, so nothing can save the process.

/// Reports it as JSON, or as text.
#[cfg(unix)]
pub(crate) fn install(json: bool) {
    use rustix::stdio::stderr;
    use signal_hook::consts::SIGBUS;
    use signal_hook::low_level;

    use perfectplay::Code;

    use crate::terminal::messages::{ErrorReport, json_of};

    let hint = "`perfectplay verify --quick` says which, and `perfectplay unpack` or \
                `perfectplay build` puts it right";
    let message =
        "the file of a table was cut short while it was in use, or its disk cannot be read";
    let error = ErrorReport::new(Code::Damaged, message, hint);
    let line =
        if json { format!("{}\n", json_of(&error)) } else { format!("error: {}\n", error.text()) };
    let report = move || {
        let _ = rustix::io::write(stderr(), line.as_bytes());
        low_level::exit(Code::Damaged.exit_code().into());
    };
    #[expect(unsafe_code, reason = "a handler must be safe in the middle of anything")]
    // SAFETY: a system call that writes, and one that exits: both are allowed in a signal handler. It does not
    // return to the instruction that failed.
    let registered = unsafe { low_level::register(SIGBUS, report) };
    // If that is refused the signal still ends the program, but without a message.
    drop(registered);
}

/// On other systems a mapped file cannot be cut short.
#[cfg(not(unix))]
pub(crate) fn install(_json: bool) {}
