//! `perfectplay`: exact answers for combinatorial games.

use std::process::ExitCode;

/// With this allocator the static program answers a batch twice as fast as with that of its C library.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    perfectplay_cli::main()
}
