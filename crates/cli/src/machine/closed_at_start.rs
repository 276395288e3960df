//! Standard output that was closed when the program started, as by `>&-`.
//!
//! Rust opens the null device in its place before `main`, so that answers would vanish with exit code 0. Whether it was
//! closed is therefore asked while the program is loaded.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Only set on Unix.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Fails if it was closed.
pub(crate) fn check() -> io::Result<()> {
    if CLOSED.load(Relaxed) { Err(io::Error::other("standard output is closed")) } else { Ok(()) }
}

#[cfg(unix)]
#[used]
#[expect(unsafe_code, reason = "the loader calls what is in this section before Rust starts")]
// SAFETY: the section has pointers to functions of this type. The function makes one system call, and stores a bit.
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Relaxed);
    }
    look
};
