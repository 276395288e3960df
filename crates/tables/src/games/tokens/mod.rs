//! `tokens-MxN`: the outcomes of all starts of all boards up to M × N; and `tokens-…`: those of all
//! starts of one board, with the results of their moves.

mod build;
mod statistics;
mod verify;

use std::path::PathBuf;

use perfectplay_query::{Bytes, Problem, TableFile, TableId, TokensTable};

use crate::error::BuildError;
use crate::games::GameTable;
use crate::job::Job;
use crate::proof::error::{VerifyError, Verifying};

use build::{build_board, build_family};

impl GameTable for TokensTable {
    fn read(file: TableFile<Bytes>) -> Result<Self, Problem> {
        Self::new(file)
    }

    fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id.board() {
            Some(board) => build_board(board, job),
            None => build_family(id.family(), job),
        }
    }

    fn verify(&self, how: Verifying<'_>) -> Result<u64, VerifyError> {
        verify::verify(self, how)
    }
}
