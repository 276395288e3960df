//! `tokens-MxN`: the outcomes of all starts of all boards up to M × N; and `tokens-…`: those of all
//! starts of one board, with the results of their moves.

mod build;
mod statistics;
mod verify;

use std::path::PathBuf;

use build::{build_board, build_family};
use perfectplay_query::TableId;
use perfectplay_tables::GameTable;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::Job;
use perfectplay_tables::proof::error::{Verification, VerifyError};

use crate::tokens::table::TokensTable;

impl GameTable for TokensTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id {
            TableId::Board(board) => build_board(board, job),
            TableId::Family(family) => build_family(*family, job),
        }
    }

    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        verify::verify(self, how)
    }
}
