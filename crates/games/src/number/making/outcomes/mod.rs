//! Tables of outcomes.

mod build;
pub(crate) mod finished;
mod layers_file;
mod layout;
mod position;
pub(crate) mod sample;
mod solve_layer;
mod statistics;
mod verify;

pub(super) use build::build;
pub(super) use verify::verify;
