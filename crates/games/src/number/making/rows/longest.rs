//! `longest`: the longest games by largest number, for winning and for losing positions.

use perfectplay_tables::rows::{ExportError, Means};

use super::positions::PositionRow;
use super::walk::walk;
use crate::number::Position;
use crate::number::making::NumberValues;
use crate::number::table::NumberTable;
use crate::preludes::making::*;

/// Fails before any work if the plies cannot be computed in the memory that is free.
pub(crate) fn check(
    table: &NumberTable,
    free: &dyn Fn() -> Option<u64>,
) -> Result<(), ExportError> {
    if table.knows_plies() {
        return Ok(());
    }
    let (table, bound) = (table.name().to_owned(), table.bound());
    if bound > NumberValues::MAX_BOUND {
        return Err(ExportError::Bound { table, most: NumberValues::MAX_BOUND });
    }
    let need = NumberValues::memory(bound);
    let too_little = free().filter(|&free| free < need);
    if too_little.is_none() && can_be_had(need) {
        return Ok(());
    }
    Err(ExportError::Memory { table, need, free: too_little })
}

/// The first position with the most plies of its kind, for each kind: by largest number, and for each number first
/// the longest win, then the longest loss.
pub(crate) fn find(table: &NumberTable, means: Means<'_>) -> Result<Vec<PositionRow>, ExportError> {
    let plies = if table.knows_plies() {
        None
    } else {
        let solved =
            means.threads.install(|| NumberValues::solve(table.bound(), means.control))??;
        means.control.set_position(0);
        Some(solved)
    };
    let find = |position| {
        let stored = table.value(&position)?;
        let outcome = stored.outcome;
        let value = match (stored.plies, &plies) {
            (None, Some(solved)) => solved.value(position),
            _ => Some(stored),
        };
        // What was solved is reported if the table agrees.
        let value = value.filter(|value| value.outcome == outcome).ok_or_else(|| {
            let (table, position) = (table.name().to_owned(), position.to_string());
            ExportError::Contradiction { table, position, outcome }
        })?;
        Ok(Some(PositionRow::new(position, value)))
    };
    let mut longest = [[None; 2]; 1 + Position::MAX_NUMBER as usize];
    walk(table.bound(), means, find, &mut |found| {
        for &row in found {
            let longest = &mut longest[usize::from(row.position.largest())];
            let longest = &mut longest[usize::from(row.losing)];
            if longest.is_none_or(|longest: PositionRow| longest.plies < row.plies) {
                *longest = Some(row);
            }
        }
        Ok(())
    })?;
    Ok(longest.into_iter().flatten().flatten().collect())
}
