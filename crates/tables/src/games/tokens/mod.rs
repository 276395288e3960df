//! `tokens-MxN`: the outcomes of all starts of all boards up to M × N; and `tokens-…`: those of all
//! starts of one board, with the results of their moves.

mod build;
mod statistics;
mod verify;

pub(super) use build::{build_board, build_family};
pub(super) use verify::verify;
