//! `stake-N`: the scores of all boards up to N × N; and `stake-…`: those of all boards that one board
//! can become.

mod build;
pub(crate) mod statistics;
pub(crate) mod verify;

use std::path::PathBuf;

use crate::stake::table::StakeTable;
use perfectplay_query::{Family, TableId};

use perfectplay_tables::Blocks;
use perfectplay_tables::GameTable;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::Job;
use perfectplay_tables::layered;
use perfectplay_tables::proof::error::{Verification, VerifyError};

use build::{StakeFamily, build_board};

impl GameTable for StakeTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id {
            TableId::Board(board) => build_board(board, job),
            TableId::Family(family) => layered::build(&StakeFamily::new(*family), job),
        }
    }

    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        verify::verify(self, how)
    }

    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        Some(Box::new(StakeFamily::new(family)))
    }
}
