//! The tables of Stake Your Claim.

mod board;
mod family;
mod reader;

pub use reader::StakeTable;
