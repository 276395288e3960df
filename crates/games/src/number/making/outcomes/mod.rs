//! Tables of outcomes.

mod build;
pub(crate) mod finished;
mod layer;
mod layers_file;
mod layout;
mod position;
pub(crate) mod sample;
mod statistics;
mod verify;

pub(super) use build::build;
pub(super) use verify::verify;
