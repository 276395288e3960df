//! Checks the laws, and that the whole bar has an entry. Then no position that it can become is missing, as the
//! laws say that all moves lead to states.

use perfectplay_query::Probe;
use perfectplay_tables::proof::entries;
use perfectplay_tables::proof::error::{Depth, Verification, VerifyError};
use perfectplay_tables::statistics::OutcomeStatistics;

use crate::chomp::Position;
use crate::chomp::table::ChompTable;

pub(crate) fn verify(table: &ChompTable, how: Verification<'_>) -> Result<u64, VerifyError> {
    let (compared, counted) = entries::check::<_, OutcomeStatistics>(table, how)?;
    if how.depth == Depth::Entries {
        entries::check_counted(table, &counted.statistics())?;
        let bar = Position::bar(table.rows(), table.columns());
        if bar.is_ok_and(|bar| !table.covers(&bar)) {
            return Err(entries::wrong(table, "the whole bar has no entry"));
        }
        if table.lost_bits() != counted.losing {
            return Err(entries::wrong(table, "bits behind its last entry are set"));
        }
    }
    Ok(compared)
}
