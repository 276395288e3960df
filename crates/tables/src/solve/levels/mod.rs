//! Games whose moves all lead one level on: positions level by level in the order of their words, and values from the last
//! level back.
//!
//! *Forwards*, what moves lead to from a level is distributed to ranges of words, and each range is sorted: [`find`]. There
//! is no hash table; a level takes about a byte a position ([`Block`]). *Backwards*, a level is solved by the values of the
//! next one, which lie in buckets of a cache line ([`next`]): [`solve`]. Its values then lie beside its words, in a few bits
//! each. *At the end* all levels are merged in the order of their words: [`SolvedLevels::write`]. A word that is in two of
//! them shows that the game has no such levels.
//!
//! [`Block`]: words::Block

mod find;
mod merge;
mod next;
mod solve;
mod sort;
mod values;
mod words;

pub(crate) use find::find;
pub(crate) use solve::SolvedLevels;
