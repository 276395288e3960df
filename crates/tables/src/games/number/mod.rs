//! `number-N`: all positions of the Number Game with numbers up to N. Small bounds have tables with
//! plies and winning moves, larger ones tables of outcomes.

pub(crate) mod outcomes;
mod plies;

use std::path::PathBuf;

use perfectplay_query::{Family, NumberTable};

use crate::error::BuildError;
use crate::job::Job;
use crate::proof::error::{VerifyError, Verifying};

pub use plies::NumberValues;

pub(super) fn build(bound: u8, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    if (Family::Number { bound }).knows_plies() {
        plies::build(bound, job)
    } else {
        outcomes::build(bound, job)
    }
}

pub(crate) fn verify(table: &NumberTable, how: Verifying<'_>) -> Result<u64, VerifyError> {
    match table {
        NumberTable::Plies(table) => plies::verify(table, how),
        NumberTable::Outcomes(table) => outcomes::verify(table, how),
    }
}
