//! `number-N`: all positions of the Number Game with numbers up to N. Small bounds have tables with
//! plies and winning moves, larger ones tables of outcomes.

pub(crate) mod outcomes;
mod plies;
mod rows;

use perfectplay_query::TableReader as _;
use perfectplay_tables::rows::{Content, RowSource};

use crate::NumberTable;
use crate::number::Entry;
use crate::preludes::making::*;

pub use plies::NumberValues;

/// The table of a bound that there is.
fn family(bound: u8) -> Family {
    let bounds = NumberTable::FAMILIES.expect("tables of number are of families");
    Family::new(bounds, bound).expect("bounds are from 2 to 63")
}

impl GameTable for NumberTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id.family().size().one() {
            bound @ ..=Entry::MAX_BOUND => plies::build(bound, job),
            bound => outcomes::build(bound, job),
        }
    }

    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        match self {
            NumberTable::Plies(table) => plies::verify(table, how),
            NumberTable::Outcomes(table) => outcomes::verify(table, how),
        }
    }

    fn rows(&self, content: Content, has_text: bool) -> Option<Box<dyn RowSource + '_>> {
        Some(Box::new(rows::NumberRows { table: self, content, has_text }))
    }
}
