//! Allocations that may fail.

use perfectplay_tables::OutOfMemory;
use perfectplay_tables::testing::{collect, reserve, with_room};

#[test]
fn memory_that_no_system_has_is_an_error() {
    let bytes = usize::MAX as u64;
    assert_eq!(with_room::<u8>(usize::MAX), Err(OutOfMemory { bytes }));
    assert_eq!(reserve(&mut vec![1_u64], 1 << 61), Err(OutOfMemory { bytes }));
    assert_eq!(collect(1..4), Ok(vec![1, 2, 3]));
}
