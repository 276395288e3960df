//! `tower-N`: all states that can arise from full towers of up to N levels.

mod build;
mod statistics;
mod verify;

use std::path::PathBuf;

use build::TowerStates;
use perfectplay_query::{Family, TableId};
use perfectplay_tables::Blocks;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::Job;
use perfectplay_tables::proof::error::{Verification, VerifyError};
use perfectplay_tables::{GameTable, layered};

use crate::tower::table::TowerTable;

impl GameTable for TowerTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        layered::build(&TowerStates::new(id.family()), job)
    }

    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        verify::verify(self, how)
    }

    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        Some(Box::new(TowerStates::new(family)))
    }
}
