//! Checks the laws. No contour can be missing, as all have a rank.

use perfectplay_core::contour::Position;
use perfectplay_query::{Bytes, ContourTable, Probe};

use super::statistics::statistics;
use crate::verify::entries;
use crate::{Control, Depth, VerifyError};

pub(in crate::games) fn verify(
    table: &ContourTable<Bytes>,
    depth: Depth,
    control: Control<'_>,
) -> Result<u64, VerifyError> {
    let (compared, ()) = entries::check(table, depth, control)?;
    if depth == Depth::Entries {
        let score = table
            .value(&Position::EMPTY)
            .map_err(|error| entries::wrong(table, error.to_string()))?;
        entries::check_counted(table.header(), &statistics(score))?;
    }
    Ok(compared)
}
