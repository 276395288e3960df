//! The tables of Two Tokens.

mod board;
mod family;
mod reader;

pub(crate) use board::BOARDS;
pub(crate) use family::FAMILIES;
pub(crate) use reader::TokensTable as GameTable;
pub use reader::{TokensContents, TokensTable};
