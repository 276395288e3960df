//! Chomp: a memoised search with a hash map of packed bars.
//!
//! This is the search of textbooks. It tries the bites row by row until one wins, and searches
//! every bar once. A bar is a word with four bits for each row.

use perfectplay_core::Outcome;
use perfectplay_games::chomp::Position;

use crate::{Known, outcome_of, wins};

/// Who wins.
///
/// # Panics
/// If the bar has more than 15 columns.
pub fn outcome(position: &Position) -> Outcome {
    assert!(position.columns() < 16, "a row has four bits");
    let rows = position.left().iter().rev();
    let bar = rows.fold(0, |bar, &cells| bar << ROW_BITS | u64::from(cells));
    // The opponent has taken the corner of what is empty.
    let mut known = Known::from_iter([(0, true)]);
    outcome_of(wins(bar, &mut known, bites))
}

const ROW_BITS: u32 = 4;

/// A row with one cell, for each row.
const ONES: u64 = 0x1111_1111_1111_1111;

/// What the bites of a bar leave, row by row.
fn bites(bar: u64) -> impl Iterator<Item = u64> {
    let rows = (u64::BITS - bar.leading_zeros()).div_ceil(ROW_BITS);
    (0..rows).flat_map(move |row| {
        let cells = bar >> (ROW_BITS * row) & 15;
        (0..cells).map(move |column| after(bar, row, column))
    })
}

/// What is left after a bite: the rows from `row` on have at most `column` cells.
fn after(bar: u64, row: u32, column: u64) -> u64 {
    // No row is longer than the one above, so the rows that lose cells are next to each other.
    let mut end = row;
    while end < 16 && bar >> (ROW_BITS * end) & 15 > column {
        end += 1;
    }
    let bitten = ones_below(ROW_BITS * end) & !ones_below(ROW_BITS * row);
    bar & !bitten | (ONES * column) & bitten
}

fn ones_below(bit: u32) -> u64 {
    1u64.checked_shl(bit).unwrap_or(0).wrapping_sub(1)
}
