//! Tables of who wins.

mod build;
mod kept;
mod position;
mod sample;
mod solve;
mod solved;
mod statistics;
mod verify;

pub(super) use build::build;
pub(super) use verify::verify;
