//! The order in which positions are solved: by how many numbers are available.

use perfectplay_core::control::Control;
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_core::parallel::tasks;
use perfectplay_tables::memory;

use crate::number::Position;

/// How many positions one thread solves at a time.
const TASK: usize = 1024;

/// Calls `solve` with the rank of every position: first of those with 0 numbers, then of those with 1, and so on;
/// positions with equally many are handled in parallel.
///
/// A move takes at least one number away, so it leads to a position that has been solved before.
pub(super) fn for_each_by_size(
    positions: &[Position],
    control: Control<'_>,
    solve: impl Fn(u32) + Sync,
) -> Result<(), SolveError> {
    for ranks in by_size(positions)? {
        let parts: Vec<&[u32]> = ranks.chunks(TASK).collect();
        tasks(parts.len()).each(|part| {
            let ranks = parts[part];
            ranks.iter().for_each(|&rank| solve(rank));
            control.advance(ranks.len() as u64)
        })?;
    }
    Ok(())
}

/// The ranks of the positions with 0, 1, 2, … numbers.
fn by_size(positions: &[Position]) -> Result<Vec<Vec<u32>>, OutOfMemory> {
    let size = |position: &Position| position.mask().count_ones() as usize;
    let mut counts = [0; 64];
    positions.iter().for_each(|position| counts[size(position)] += 1);
    let sizes: Result<Vec<Vec<u32>>, _> = counts.into_iter().map(memory::with_room).collect();
    let mut sizes = sizes?;
    for (rank, position) in (0..).zip(positions) {
        sizes[size(position)].push(rank);
    }
    Ok(sizes)
}
