//! `chomp-MxN`: who wins every position of a bar of M × N cells.

mod build;
mod statistics;
mod verify;

pub(super) use build::build;
pub(super) use verify::verify;
