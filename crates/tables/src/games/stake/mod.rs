//! `stake-N`: the scores of all boards up to N × N; and `stake-…`: those of all boards that one board
//! can become.

mod build;
pub(crate) mod statistics;
pub(crate) mod verify;

pub(crate) use build::StakeFamily;
pub(super) use build::build_board;
pub(super) use verify::verify;
