//! Checks beforehand that the system has memory for something large.

use std::hint::black_box;

/// The most address space in bytes that allocators reserve for threads while something runs.
const RESERVED: u64 = 64 << 20;

/// Whether the system would grant this many bytes of memory now. They are not touched, so asking costs nothing,
/// whereas an ordinary allocation that is refused ends the program.
///
/// A little more is requested: an allocator takes more than it gives, and where address space is limited, a
/// thread's first allocation may reserve 64 MiB of it at any time.
pub fn can_be_had(bytes: u64) -> bool {
    let reserved = bytes.saturating_mul(2).min(RESERVED);
    let Ok(bytes) = usize::try_from(bytes.saturating_add(reserved)) else { return false };
    // The compiler may leave out an allocation that is not used.
    let mut memory = black_box(Vec::<u8>::new());
    let had = memory.try_reserve_exact(bytes).is_ok();
    black_box(memory.as_ptr());
    had
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_system_gives_all_bytes_that_can_be_numbered() {
        assert!(can_be_had(0) && can_be_had(1 << 20) && !can_be_had(u64::MAX));
    }
}
