//! Checks the laws, the statistics, and the look-up table of a family's patterns. No board can be
//! missing, as all have an index.

use std::collections::HashMap;

use perfectplay_query::Probe;
use perfectplay_tables::proof::entries;
use perfectplay_tables::proof::error::{Depth, Verification, VerifyError};

use super::statistics::StakeStatistics;
use crate::stake::table::StakeTable;

pub(crate) fn verify(table: &StakeTable, how: Verification<'_>) -> Result<u64, VerifyError> {
    if table.board().is_none() {
        check_patterns(table)?;
    }
    let (compared, counted) = entries::check::<_, StakeStatistics>(table, how)?;
    if how.depth == Depth::Entries {
        entries::check_counted(table, &counted.statistics(table.raw_states()))?;
    }
    Ok(compared)
}

/// Makes the look-up table anew, in the obvious way, and compares: the laws would not notice a pattern that leads
/// to another one with the same scores.
fn check_patterns(table: &StakeTable) -> Result<(), VerifyError> {
    let size = table.header().parameter("size").unwrap_or_default() as u32;
    let stored = table.patterns();
    let items = 2 * (1..=size.min(4)).map(|size| 1usize << (size * size)).sum::<usize>();
    let (items, lines) = stored.split_at(items.min(stored.len()));
    check_items(table, size.min(4), items)?;
    let expected = if size == 5 { expected_lines() } else { Vec::new() };
    let length = expected.len().max(lines.len());
    let Some(byte) = (0..length).find(|&byte| lines.get(byte) != expected.get(byte)) else {
        return Ok(());
    };
    let (found, expected) = (lines.get(byte), expected.get(byte));
    let reason = format!(
        "byte {byte} of the lines of 5 x 5 boards is stored as {found:?}, and the images of their \
         patterns make it {expected:?}"
    );
    Err(entries::wrong(table, reason))
}

/// Checks the items of the patterns of boards up to 4 × 4.
fn check_items(table: &StakeTable, size: u32, items: &[u8]) -> Result<(), VerifyError> {
    let (stored, _) = items.as_chunks();
    let mut stored = stored.iter().map(|&item| u16::from_le_bytes(item));
    for size in 1..=size {
        // The ranks of the canonical patterns met so far, and how many there are by number of filled cells.
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
                let reason = format!(
                    "on {size} x {size} boards the pattern {pattern:#x} is stored as {found:?}, and \
                     its images make it {expected}"
                );
                return Err(entries::wrong(table, reason));
            }
        }
    }
    Ok(())
}

/// The zeros and the rows of the patterns of 5 × 5 boards.
pub fn expected_lines() -> Vec<u8> {
    // The images of the patterns of the 12 low and of the 13 high bits: those of a pattern are their unions.
    let low: Vec<_> = (0..1 << 12).map(images).collect();
    let high: Vec<_> = (0..1 << 13).map(|pattern| images(pattern << 12)).collect();
    let is_canonical = |pattern: u32| {
        let (low, high) = (low[pattern as usize % (1 << 12)], high[pattern as usize >> 12]);
        low.iter().zip(high).all(|(low, high)| low | high >= pattern)
    };
    let mut by_filled = vec![Vec::new(); 26];
    for pattern in 0..1u32 << 25 {
        by_filled[pattern.count_ones() as usize].push(is_canonical(pattern));
    }
    let bits = by_filled.concat();
    // Zeros after the items, up to a multiple of 16 bytes.
    let mut expected = vec![0; 12];
    let mut canonical = 0u32;
    for line in bits.chunks(96) {
        expected.extend(canonical.to_le_bytes());
        for byte in 0..12 {
            let bit = |bit: usize| line.get(8 * byte + bit).copied().unwrap_or_default();
            let byte = (0..8).fold(0u8, |byte, place| byte | u8::from(bit(place)) << place);
            expected.push(byte);
            canonical += byte.count_ones();
        }
    }
    expected
}

/// All images of a pattern of a 5 × 5 board.
fn images(pattern: u32) -> [u32; 8] {
    std::array::from_fn(|symmetry| image(5, pattern, symmetry as u16))
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
