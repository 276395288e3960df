//! `contour-…`: every contour of one board.

mod build;
mod statistics;
mod verify;

pub(super) use build::build;
pub(super) use verify::verify;
