//! `number-N`: all positions of the Number Game with numbers up to N. Small bounds have tables with
//! plies and winning moves, larger ones tables of outcomes.

pub(crate) mod outcomes;
mod plies;

use std::path::PathBuf;

use perfectplay_core::Game;
use perfectplay_core::number::Entry;
use perfectplay_query::{Family, NumberTable, TableId};

use crate::error::BuildError;
use crate::games::GameTables;
use crate::job::Job;
use crate::proof::error::{VerifyError, Verifying};

pub use plies::NumberValues;

/// The table of a bound that there is.
fn family(bound: u8) -> Family {
    Family::new(Game::Number, bound).expect("bounds are from 2 to 63")
}

pub(crate) struct Made;

impl GameTables for Made {
    type Table = NumberTable;

    fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id.family().size().one() {
            bound @ ..=Entry::MAX_BOUND => plies::build(bound, job),
            bound => outcomes::build(bound, job),
        }
    }

    fn verify(table: &NumberTable, how: Verifying<'_>) -> Result<u64, VerifyError> {
        match table {
            NumberTable::Plies(table) => plies::verify(table, how),
            NumberTable::Outcomes(table) => outcomes::verify(table, how),
        }
    }
}
