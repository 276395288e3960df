//! `stake-N`: the scores of all boards up to N × N; and `stake-…`: those of all boards that one board
//! can become.

mod build;
pub(crate) mod statistics;
pub(crate) mod verify;

use std::path::PathBuf;

use perfectplay_query::{Family, StakeTable, TableId};

use crate::error::BuildError;
use crate::games::GameTables;
use crate::job::Job;
use crate::layered::{self, LayeredVisitor};
use crate::proof::error::{VerifyError, Verifying};

use build::{StakeFamily, build_board};

pub(crate) struct Made;

impl GameTables for Made {
    type Table = StakeTable;

    fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id.board() {
            Some(board) => build_board(board, job),
            None => layered::build(&StakeFamily::new(id.family()), job),
        }
    }

    fn verify(table: &StakeTable, how: Verifying<'_>) -> Result<u64, VerifyError> {
        verify::verify(table, how)
    }

    fn visit_layered<V: LayeredVisitor>(family: Family, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(&StakeFamily::new(family)))
    }
}
