//! The tables of contour.

mod board;
mod reader;

pub(crate) use board::{BOARDS, FAMILIES};
pub use reader::ContourTable;
pub(crate) use reader::ContourTable as GameTable;
