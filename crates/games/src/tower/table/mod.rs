//! The tables of Colored Jenga.

mod family;
mod reader;

pub use reader::TowerTable;
