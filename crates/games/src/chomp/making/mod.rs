//! `chomp-MxN`: the outcomes of all positions of a bar of M × N cells.

mod build;
mod verify;

use std::path::PathBuf;

use build::ChompBlocks;
use perfectplay_query::{Family, TableId};
use perfectplay_tables::Blocks;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::Job;
use perfectplay_tables::proof::error::{Verification, VerifyError};
use perfectplay_tables::{GameTable, layered};

use crate::chomp::table::ChompTable;

impl GameTable for ChompTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        let family = id.family();
        match family.is_filled() {
            true => layered::build(&ChompBlocks::new(family), job),
            false => build::build(family, job),
        }
    }

    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        verify::verify(self, how)
    }

    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        family.is_filled().then(|| Box::new(ChompBlocks::new(family)) as Box<dyn Blocks>)
    }
}
