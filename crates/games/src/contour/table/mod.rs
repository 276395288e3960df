//! The tables of contour.

mod board;
mod reader;

pub use reader::ContourTable;
