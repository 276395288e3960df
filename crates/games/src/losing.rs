//! The section `losing` of several games: a bit for each state, set if the player to move loses.

use perfectplay_core::layers::OutOfMemory;
use perfectplay_tables::memory;

/// The section of this many states. `write` pushes words: bit i mod 64 of word ⌊i / 64⌋ is that of state i, and the
/// bits after the last state are zero.
pub(super) fn bytes(
    states: u64,
    write: impl FnOnce(&mut dyn FnMut(u64)),
) -> Result<Vec<u8>, OutOfMemory> {
    let mut bytes = memory::with_room(states.div_ceil(64) as usize * 8)?;
    write(&mut |word| bytes.extend(word.to_le_bytes()));
    bytes.truncate(states.div_ceil(8) as usize);
    Ok(bytes)
}

/// How many states are losing.
pub(super) fn count(losing: &[u8]) -> u64 {
    losing.iter().map(|byte| u64::from(byte.count_ones())).sum()
}
