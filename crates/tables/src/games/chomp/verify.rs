//! Checks the laws, and that the whole bar has an entry. Then no position that it becomes is missing,
//! as by the laws all moves lead to states.

use perfectplay_core::chomp::Position;
use perfectplay_query::{Bytes, ChompTable, Probe};

use super::statistics::ChompStatistics;
use crate::verify::entries;
use crate::{Control, Depth, VerifyError};

pub(in crate::games) fn verify(
    table: &ChompTable<Bytes>,
    depth: Depth,
    control: Control<'_>,
) -> Result<u64, VerifyError> {
    let (compared, counted) = entries::check::<_, ChompStatistics>(table, depth, control)?;
    if depth == Depth::Entries {
        entries::check_counted(table.header(), &counted.statistics())?;
        let bar = Position::bar(table.rows(), table.columns());
        if bar.is_ok_and(|bar| !table.covers(&bar)) {
            return Err(entries::wrong(table, "the whole bar has no entry".to_owned()));
        }
        if table.lost_bits() != counted.losing {
            return Err(entries::wrong(table, "bits behind its last entry are set".to_owned()));
        }
    }
    Ok(compared)
}
