//! The proof of a table, entry by entry, by the plain rules of its game.

pub(crate) mod entries;
pub(crate) mod error;
