//! Who wins every position up to a bound, in about half a bit a position, without stored keys.
//!
//! Whether a set of numbers is a position is arithmetic, and a reader asks only for positions. So the stored data
//! need only separate the losing positions, about a tenth, from the winning ones; what they say about other sets
//! does not matter. For each largest number there is a filter of k bits for the losing positions, which all of them
//! pass and one in 2ᵏ of the others, and for the positions that pass it a static function of one bit, which is 1 for
//! the losing ones. Both are in [lines](perfectplay_core::coded::line). With R losing positions and S others that takes
//! R k + R + S / 2ᵏ bits, which is least near 2ᵏ = S / R · ln 2 and comes within a tenth of the entropy. (The two
//! stages are those of "Clubcards for the WebPKI", Schanck, 2025.)
//!
//! The share of losing positions depends on how many numbers are available and on the
//! *multiplicity*, the least number above 1 that is not. For each class of positions that agree in
//! both the best k is chosen, and there is a filter for every k that occurs. That brings the size
//! down to about the entropy of all positions taken as one class. Classes without a losing position
//! take no space.
//!
//! Solving a layer needs the outcomes of smaller layers only, which are these functions: the table
//! is the solver's memory.

mod builder;
mod classes;
mod keys;
mod lookups;
mod reader;

pub use builder::{Filters, OutcomesBuilder};
pub use classes::{Census, Count};
pub use keys::{Key, Keys, Shard, Size};
pub use lookups::LookUps;
pub use reader::{Outcomes, Span};
