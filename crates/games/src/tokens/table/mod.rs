//! The tables of Two Tokens.

mod board;
mod family;
mod reader;

pub use reader::{TokensContents, TokensTable};
