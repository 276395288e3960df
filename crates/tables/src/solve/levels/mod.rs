//! Games whose moves all lead one level on, or to a later stage: positions level by level in the order of their words, and
//! values from the last level back.
//!
//! *Forwards*, what moves lead to from a level is distributed to ranges of words, and each range is sorted: [`find`], [`expand`]. There
//! is no hash table; a level takes about a byte a position ([`words`]). What leads to a later stage waits until no move can
//! lead there any more; then all of it is the first level of that stage. *Backwards*, a level is solved by the values of the
//! next one, which lie in buckets of a cache line ([`next`]), and of the stages that its moves lead to: [`solve`]. Its values then lie beside its words, in a few bits
//! each. *At the end* all levels are merged in the order of their words: [`SolvedLevels::write`]. A word that is in two of
//! them shows that the game has no such levels.
//!
//! All that is complete is kept in memory, or in files from which a later build goes on: [`store`].

mod all;
mod expand;
mod find;
mod kept;
mod merge;
mod next;
mod ranges;
mod small;
mod solve;
mod sort;
mod store;
pub(crate) mod values;
pub(crate) mod words;

pub(crate) use all::{Span, find_all};
pub(crate) use find::find;
pub(crate) use kept::Kept;
pub(crate) use next::Locator;
pub(crate) use ranges::{Item, Ranges};
pub(crate) use solve::SolvedLevels;
pub(crate) use sort::sort_by;
pub use store::Share;
pub(crate) use store::{Block, Chunk, Kind, Store};
pub(crate) use values::SolvedBlock;
pub(crate) use words::BLOCK;
