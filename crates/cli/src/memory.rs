//! How much memory there is for this program.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The bytes of memory that can be had without swapping, in a container too, and within the
/// limits of this process, where the system says so.
pub(crate) fn available() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let free = Some(system.available_memory()).filter(|&free| free > 0);
    let container = system.cgroup_limits().map(|limits| limits.free_memory);
    [free, container, address_space()].into_iter().flatten().min()
}

/// What `ulimit -v` leaves.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}
