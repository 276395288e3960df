//! The proof of a table, entry by entry, by the plain rules of its game.

pub mod entries;
pub mod error;
