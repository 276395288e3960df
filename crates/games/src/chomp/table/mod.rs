//! The tables of Chomp.

mod family;
mod reader;

pub use reader::ChompTable;
