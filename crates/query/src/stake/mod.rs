//! The tables of Stake Your Claim.

mod board;
mod family;
mod reader;

pub(crate) use board::BOARDS;
pub(crate) use family::FAMILIES;
pub use reader::StakeTable;
pub(crate) use reader::StakeTable as GameTable;
