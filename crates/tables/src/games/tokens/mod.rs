//! `tokens-MxN`: who wins every start of every board up to M × N; and `tokens-…`: all starts
//! of one board, with what their moves are worth.

mod build;
mod statistics;
mod verify;

pub(super) use build::{build_board, build_family};
pub(super) use verify::verify;
