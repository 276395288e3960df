//! `chomp-MxN`: the outcomes of all positions of a bar of M × N cells.

mod build;

use std::path::PathBuf;

use build::ChompBlocks;
use perfectplay_query::{Family, Probe as _, TableId};
use perfectplay_tables::Blocks;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::Job;
use perfectplay_tables::proof::entries;
use perfectplay_tables::proof::error::{Depth, Verification, VerifyError};
use perfectplay_tables::statistics::OutcomeStatistics;
use perfectplay_tables::{GameTable, layered};

use crate::chomp::Position;
use crate::chomp::table::ChompTable;

impl GameTable for ChompTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        let family = id.family();
        match family.is_filled() {
            true => layered::build(&ChompBlocks::new(family), job),
            false => build::build(family, job),
        }
    }

    /// Checks the laws, and that the whole bar has an entry. Then no position that it can become is missing, as the
    /// laws say that all moves lead to states.
    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        let (compared, counted) = entries::check::<_, OutcomeStatistics>(self, how)?;
        if how.depth == Depth::Entries {
            entries::check_counted(self, &counted.statistics())?;
            let bar = Position::bar(self.rows(), self.columns());
            if bar.is_ok_and(|bar| !self.covers(&bar)) {
                return Err(entries::wrong(self, "the whole bar has no entry"));
            }
            if self.lost_bits() != counted.losing {
                return Err(entries::wrong(self, "bits behind its last entry are set"));
            }
        }
        Ok(compared)
    }

    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        family.is_filled().then(|| Box::new(ChompBlocks::new(family)) as Box<dyn Blocks>)
    }
}
