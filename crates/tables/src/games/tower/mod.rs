//! `tower-N`: all states that can arise from full towers of up to N levels.

mod build;
mod statistics;
mod verify;

use std::path::PathBuf;

use perfectplay_query::{Family, TableId, TowerTable};

use crate::error::BuildError;
use crate::games::GameTables;
use crate::job::Job;
use crate::layered::{self, LayeredVisitor};
use crate::proof::error::{VerifyError, Verifying};

use build::TowerStates;

pub(crate) struct Made;

impl GameTables for Made {
    type Table = TowerTable;

    fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        layered::build(&TowerStates::new(id.family()), job)
    }

    fn verify(table: &TowerTable, how: Verifying<'_>) -> Result<u64, VerifyError> {
        verify::verify(table, how)
    }

    fn visit_layered<V: LayeredVisitor>(family: Family, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(&TowerStates::new(family)))
    }
}
