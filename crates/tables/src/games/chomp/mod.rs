//! `chomp-MxN`: the outcomes of all positions of a bar of M × N cells.

mod build;
mod verify;

pub(crate) use build::ChompBlocks;
pub(super) use build::build;
pub(super) use verify::verify;
