//! `contour` tables: the laws. No contour can be missing, for all have a rank.

use perfectplay_core::contour::Position;
use perfectplay_format::{Quantity, Statistic};
use perfectplay_query::{Bytes, ContourTable, Entries};

use super::entries;
use crate::{Control, Depth, VerifyError};

pub(super) fn check(
    table: &ContourTable<Bytes>,
    depth: Depth,
    control: &Control<'_>,
) -> Result<u64, VerifyError> {
    entries::check_parts(table.header(), &[], &["entries"], &table.board().to_contest())?;
    let (compared, ()) = entries::check(table, depth, control, |(), _| {}, |(), ()| ())?;
    if depth == Depth::Entries {
        let score = table
            .value(&Position::EMPTY)
            .map_err(|error| entries::wrong(table, error.to_string()))?;
        let score = Statistic { name: "score".to_owned(), value: Quantity::Integer(score) };
        entries::check_counted(table.header(), &[score])?;
    }
    Ok(compared)
}
