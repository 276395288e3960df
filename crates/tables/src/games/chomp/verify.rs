//! Checks the laws, and that the whole bar has an entry. Then no position that it can become is missing, as the
//! laws say that all moves lead to states.

use perfectplay_games::chomp::Position;
use perfectplay_query::{ChompTable, Probe};

use crate::proof::entries;
use crate::proof::error::{Depth, VerifyError, Verifying};
use crate::statistics::OutcomeStatistics;

pub(crate) fn verify(table: &ChompTable, how: Verifying<'_>) -> Result<u64, VerifyError> {
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
