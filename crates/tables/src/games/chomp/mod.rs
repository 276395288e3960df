//! `chomp-MxN`: the outcomes of all positions of a bar of M × N cells.

mod build;
mod verify;

use std::path::PathBuf;

use perfectplay_query::{ChompTable, Family, TableId};

use crate::error::BuildError;
use crate::games::GameTables;
use crate::job::Job;
use crate::layered::{self, LayeredVisitor};
use crate::proof::error::{VerifyError, Verifying};

use build::ChompBlocks;

pub(crate) struct Made;

impl GameTables for Made {
    type Table = ChompTable;

    fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        let family = id.family();
        match family.is_filled() {
            true => layered::build(&ChompBlocks::new(family), job),
            false => build::build(family, job),
        }
    }

    fn verify(table: &ChompTable, how: Verifying<'_>) -> Result<u64, VerifyError> {
        verify::verify(table, how)
    }

    fn visit_layered<V: LayeredVisitor>(family: Family, visitor: V) -> Option<V::Output> {
        family.is_filled().then(|| visitor.visit(&ChompBlocks::new(family)))
    }
}
