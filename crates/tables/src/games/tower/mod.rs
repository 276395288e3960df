//! `tower-N`: every state that full towers of up to N levels reach.

mod build;
mod statistics;
mod verify;

pub(super) use build::build;
pub(super) use verify::verify;
