//! Who wins every position up to a bound: in less than half a bit a position, without keys.
//!
//! Whether numbers are a position is arithmetic, and whoever asks has one. So what is
//! stored need only tell the losing positions, about a tenth, from the winning ones; what
//! it says of other sets of numbers does not matter. For each largest number there is a
//! [filter](crate::retrieval) of k bits of the losing positions, and a function of one bit that
//! tells apart those that pass: 1 for the losing ones.
//!
//! The share of losing positions depends on how many numbers are available and on the
//! *multiplicity*, the least number above 1 that is not. Of each such class k is the best,
//! so there is a filter for every k that occurs. That brings the sum down to the entropy
//! of all positions as one class, and a little below. Classes without a losing position
//! cost nothing.
//!
//! Building needs the outcomes of smaller layers only, which are these functions: the table
//! is the solver's memory.

mod builder;
mod classes;
mod reader;

pub use builder::{Key, Keys, OutcomesBuilder};
pub use classes::{Census, Count};
pub use reader::Outcomes;
