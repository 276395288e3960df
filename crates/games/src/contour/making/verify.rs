//! Checks the laws. No contour can be missing, as all have a rank.

use perfectplay_query::Probe;
use perfectplay_tables::proof::entries;
use perfectplay_tables::proof::error::{Depth, Verification, VerifyError};

use super::statistics;
use crate::contour::Position;
use crate::contour::table::ContourTable;

pub(crate) fn verify(table: &ContourTable, how: Verification<'_>) -> Result<u64, VerifyError> {
    let (compared, ()) = entries::check(table, how)?;
    if how.depth == Depth::Entries {
        let score = table
            .value(&Position::EMPTY)
            .map_err(|error| entries::wrong(table, error.to_string()))?;
        entries::check_counted(table, &statistics(score))?;
    }
    Ok(compared)
}
