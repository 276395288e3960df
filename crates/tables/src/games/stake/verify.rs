//! Checks the laws, and the statistics. No board can be missing, as all have an index.

use perfectplay_query::{Bytes, Entries, StakeTable};

use super::statistics::StakeStatistics;
use crate::verify::entries;
use crate::{Control, Depth, VerifyError};

pub(in crate::games) fn verify(
    table: &StakeTable<Bytes>,
    depth: Depth,
    control: Control<'_>,
) -> Result<u64, VerifyError> {
    let (compared, counted) =
        entries::check(table, depth, control, StakeStatistics::add, StakeStatistics::merged)?;
    if depth == Depth::Entries {
        entries::check_counted(table.header(), &counted.statistics(table.raw_states()))?;
    }
    Ok(compared)
}
