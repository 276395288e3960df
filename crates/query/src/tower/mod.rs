//! The tables of Colored Jenga.

mod family;
mod reader;

pub(crate) use family::{BOARDS, FAMILIES};
pub use reader::TowerTable;
pub(crate) use reader::TowerTable as GameTable;
