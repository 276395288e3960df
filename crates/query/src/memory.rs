//! Memory that something large will take, asked for beforehand.

use std::hint::black_box;

/// Whether the system would give so many bytes of memory now. They are not touched,
/// so this costs nothing; an ordinary allocation that is refused ends the program.
#[must_use]
pub fn can_be_had(bytes: u64) -> bool {
    let Ok(bytes) = usize::try_from(bytes) else { return false };
    // The compiler may leave out an allocation that nobody looks at.
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
