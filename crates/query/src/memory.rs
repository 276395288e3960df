//! Memory that something large will take, asked for beforehand.

use std::fs;
use std::hint::black_box;
use std::path::Path;

/// The most bytes of address space that allocators reserve for threads while something runs.
const RESERVED: u64 = 64 << 20;

/// Whether the system would give so many bytes of memory now. They are not touched, so asking
/// costs nothing, where an ordinary allocation that is refused ends the program.
///
/// Somewhat more is asked for: an allocator takes more than it gives, and where address space is
/// limited a thread's first allocation may reserve 64 MiB of it at any time.
#[must_use]
pub fn can_be_had(bytes: u64) -> bool {
    let reserved = bytes.saturating_mul(2).min(RESERVED);
    let Ok(bytes) = usize::try_from(bytes.saturating_add(reserved)) else { return false };
    // The compiler may leave out an allocation that is not used.
    let mut memory = black_box(Vec::<u8>::new());
    let had = memory.try_reserve_exact(bytes).is_ok();
    black_box(memory.as_ptr());
    had
}

/// The bytes of memory that this process can have without swapping, within the limits of the control
/// groups that it is in, of either version; `None` where the system does not say.
#[must_use]
pub fn available() -> Option<u64> {
    let free = text("/proc/meminfo").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
    });
    let groups = text("/proc/self/cgroup").unwrap_or_default();
    groups.lines().flat_map(in_groups).chain(free).min()
}

/// What a group, given as a line of `/proc/self/cgroup`, and those around it leave to its processes.
fn in_groups(line: &str) -> Vec<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { return Vec::new() };
    let (root, limit, usage, cache) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "),
        _ if controllers.split(',').any(|name| name == "memory") => (
            "/sys/fs/cgroup/memory",
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
            "total_inactive_file ",
        ),
        _ => return Vec::new(),
    };
    // In a container the files of its own group are at the root.
    let groups = Path::new(path.trim_start_matches('/')).ancestors();
    let left = |group: &Path| {
        let group = Path::new(root).join(group);
        let number = |file| text(group.join(file))?.trim().parse::<u64>().ok();
        let (limit, usage) = (number(limit)?, number(usage)?);
        // Pages of files that are not in use are given up first.
        let cache = text(group.join("memory.stat")).and_then(|text| {
            text.lines().find_map(|line| line.strip_prefix(cache))?.trim().parse::<u64>().ok()
        });
        Some(limit.saturating_sub(usage.saturating_sub(cache.unwrap_or(0))))
    };
    groups.filter_map(left).collect()
}

fn text(path: impl AsRef<Path>) -> Option<String> {
    fs::read_to_string(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_memory_is_available_where_the_system_says_how_much() {
        assert!(available().is_none_or(|bytes| bytes > 1 << 20));
        assert!(available().is_some() || !cfg!(target_os = "linux"));
        for odd in ["", "0", "1:memory", "0::/no/such/group", "4:cpu,memory:/none", "5:cpu:/"] {
            assert!(in_groups(odd).iter().all(|&bytes| bytes > 0), "{odd}");
        }
    }

    #[test]
    fn no_system_gives_all_bytes_that_can_be_numbered() {
        assert!(can_be_had(0) && can_be_had(1 << 20) && !can_be_had(u64::MAX));
    }
}
