//! How much memory this program may use.

use bytesize::ByteSize;
use perfectplay::Limits;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};
#[cfg(unix)]
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate};

/// The bytes of memory that are available without swapping, in a container as well, and within the limits of this
/// process, if the system says so.
pub(crate) fn available() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let free = Some(system.available_memory()).filter(|&free| free > 0);
    let container = system.cgroup_limits().map(|limits| limits.free_memory);
    [free, container, address_space()].into_iter().flatten().min()
}

/// How much may be solved: this many states, in this much memory, or in half of what is free.
pub(crate) fn limits(states: Option<u64>, memory: Option<ByteSize>) -> Limits {
    let half = || available().map(|free| free / 2);
    let memory = memory.map(|size| size.as_u64()).or_else(half);
    let limits = Limits::default().with_states(states);
    memory.map_or(limits, |memory| limits.with_memory(memory))
}

/// What `ulimit -v` leaves to this process.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    Some(limit.saturating_sub(in_use().unwrap_or_default()))
}

/// The bytes of address space that this process has.
#[cfg(unix)]
fn in_use() -> Option<u64> {
    let this = sysinfo::get_current_pid().ok()?;
    let mut system = System::new();
    let what = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[this]), false, what);
    Some(system.process(this)?.virtual_memory())
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}
