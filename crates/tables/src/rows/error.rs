//! Why a table cannot be exported.

use std::io;

use bytesize::ByteSize;
use perfectplay_core::Outcome;
use perfectplay_core::control::Interrupted;
use perfectplay_core::layers::SolveError;
use perfectplay_core::threads::NoThreads;
use perfectplay_query::ProbeError;
use thiserror::Error;

use crate::proof::error::VerifyError;

/// Why a table cannot be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum ExportError {
    /// It was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The table is damaged.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The plies of a table without them could not be computed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// What is stored contradicts what was computed.
    #[error("{table}: {position} is stored as a {outcome}, and its moves contradict that")]
    Contradiction { table: String, position: String, outcome: Outcome },
    /// The table does not know the plies, and its bound is too large to compute them: they are up to the largest one.
    #[error("{table} does not know the plies, and they are computed up to {most}")]
    Bound { table: String, most: u8 },
    /// The table does not know the plies, and there is too little memory to compute them: how many bytes that takes, and
    /// how many are free, if the system has said that it has too few.
    #[error(
        "{table} does not know the plies, and to compute them needs {} of memory, and {}",
        ByteSize(*.need), free_text(*.free)
    )]
    Memory { table: String, need: u64, free: Option<u64> },
    /// The table of a game that is not built in is not what it should be, or finding its positions was refused.
    #[error(transparent)]
    Own(#[from] VerifyError),
    /// The system refused to start the threads to work on.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The rows could not be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

fn free_text(free: Option<u64>) -> String {
    match free {
        Some(free) => format!("{} are free", ByteSize(free)),
        None => "the system does not give them".to_owned(),
    }
}
