//! `tower-N`: all states that can arise from full towers of up to N levels.

mod build;
mod statistics;
mod verify;

pub(crate) use build::TowerStates;
pub(super) use verify::verify;
