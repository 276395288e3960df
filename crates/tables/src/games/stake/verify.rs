//! Checks the laws, the statistics, and the look-up table of a family's patterns. No board can be
//! missing, as all have an index.

use std::collections::HashMap;

use perfectplay_query::{Bytes, Entries, StakeTable};

use super::statistics::StakeStatistics;
use crate::verify::entries;
use crate::{Control, Depth, VerifyError};

pub(in crate::games) fn verify(
    table: &StakeTable<Bytes>,
    depth: Depth,
    control: Control<'_>,
) -> Result<u64, VerifyError> {
    if table.board().is_none() {
        check_patterns(table)?;
    }
    let (compared, counted) = entries::check::<_, StakeStatistics>(table, depth, control)?;
    if depth == Depth::Entries {
        entries::check_counted(table.header(), &counted.statistics(table.raw_states()))?;
    }
    Ok(compared)
}

/// Makes the look-up table anew, in the obvious way, and compares: the laws would not notice a
/// pattern that leads to another one with the same scores.
fn check_patterns(table: &StakeTable<Bytes>) -> Result<(), VerifyError> {
    let (stored, _) = table.patterns().as_chunks();
    let mut stored = stored.iter().map(|&item| u16::from_le_bytes(item));
    let size = table.header().parameter("size").unwrap_or_default() as u32;
    for size in 1..=size {
        // The ranks of the canonical patterns met so far, and by their number of filled cells how
        // many there are.
        let mut ranks = HashMap::new();
        let mut counts = HashMap::new();
        for pattern in 0..1u32 << (size * size) {
            let images = (0..8).map(|symmetry| (image(size, pattern, symmetry), symmetry));
            let (canonical, symmetry) = images.min().unwrap_or_default();
            let rank = *ranks.entry(canonical).or_insert_with(|| {
                let count: &mut u16 = counts.entry(pattern.count_ones()).or_default();
                *count += 1;
                *count - 1
            });
            let expected = rank << 3 | symmetry;
            let found = stored.next();
            if found != Some(expected) {
                return Err(entries::wrong(
                    table,
                    format!(
                        "on {size} x {size} boards the pattern {pattern:#x} is stored as \
                         {found:?}, and its images make it {expected}"
                    ),
                ));
            }
        }
    }
    Ok(())
}

/// The image of a pattern, by the definition of symmetries in FORMAT.md.
fn image(size: u32, pattern: u32, symmetry: u16) -> u32 {
    let cells = (0..size * size).filter(|cell| pattern >> cell & 1 == 1);
    cells.fold(0, |image, cell| {
        let (mut row, mut column) = (cell / size, cell % size);
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        if symmetry & 2 != 0 {
            row = size - 1 - row;
        }
        if symmetry & 1 != 0 {
            column = size - 1 - column;
        }
        image | 1 << (size * row + column)
    })
}
