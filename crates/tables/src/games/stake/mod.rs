//! `stake-N`: every board up to N × N; and `stake-…`: all that one board can become.

mod build;
mod statistics;
mod verify;

pub(super) use build::{build_board, build_family};
pub(super) use verify::verify;
