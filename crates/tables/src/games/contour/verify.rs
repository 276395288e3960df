//! Checks the laws, and that entries have the width that the scores ask for. No contour can be
//! missing, as all have a rank.

use perfectplay_core::contour::Position;
use perfectplay_query::{Bytes, ContourTable, Entries};

use super::encoding;
use super::statistics::statistics;
use crate::verify::entries;
use crate::{Control, Depth, VerifyError};

pub(in crate::games) fn verify(
    table: &ContourTable<Bytes>,
    depth: Depth,
    control: Control<'_>,
) -> Result<u64, VerifyError> {
    entries::check_parts(table.header(), &[], &["entries"], &table.board().to_contest())?;
    let (found, expected) = (&table.header().encoding, encoding(table.board()));
    if found != expected {
        let reason =
            format!("its encoding is `{found}`, and scores like its board's take `{expected}`");
        return Err(entries::wrong(table, reason));
    }
    let (compared, ()) = entries::check(table, depth, control, |(), _| {}, |(), ()| ())?;
    if depth == Depth::Entries {
        let score = table
            .value(&Position::EMPTY)
            .map_err(|error| entries::wrong(table, error.to_string()))?;
        entries::check_counted(table.header(), &statistics(score))?;
    }
    Ok(compared)
}
