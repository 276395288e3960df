//! The tables of Chomp.

mod family;
mod reader;

pub(crate) use family::{BOARDS, FAMILIES};
pub use reader::ChompTable;
pub(crate) use reader::ChompTable as GameTable;
