//! `tower-N`: all states that can arise from full towers of up to N levels.

mod build;
mod statistics;
mod verify;

use std::path::PathBuf;

use perfectplay_query::{Family, TableId, TowerTable};

use crate::blocks::Blocks;
use crate::error::BuildError;
use crate::games::GameTable;
use crate::job::Job;
use crate::layered;
use crate::proof::error::{VerifyError, Verifying};

use build::TowerStates;

impl GameTable for TowerTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        layered::build(&TowerStates::new(id.family()), job)
    }

    fn verify(&self, how: Verifying<'_>) -> Result<u64, VerifyError> {
        verify::verify(self, how)
    }

    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        Some(Box::new(TowerStates::new(family)))
    }
}
