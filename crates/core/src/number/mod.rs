//! `number`: the Number Game (POJ 1143), which is Sylver coinage.
//!
//! Two players alternately name an integer above 1 that is no sum of (multiples
//! of) numbers already named; a player who cannot name one loses. A [`Position`] is the
//! set of numbers still available.
//!
//! # Positions are numerical semigroups
//!
//! The unavailable numbers with 0, everything above the largest available number
//! included, are closed under addition: a numerical semigroup whose gaps above 1
//! are the position. So *y and z unavailable, y + z available* is the one thing
//! that cannot occur, and [`PositionError::ImpossibleSum`] names such a sum.
//!
//! # A move is a handful of shifts
//!
//! Let S be the unavailable numbers as a bit set with bit 0 set and bit 1 clear.
//! Naming x makes S + {0, x, 2x, …} unavailable. With T = S, the steps
//! `T |= T << x`, `T |= T << 2x`, `T |= T << 4x` … double the multiples covered
//! each time, and what is left of the position is `position & !T`.
//!
//! # The index is a trie, and the trie is the enumeration
//!
//! Cutting a position down to its numbers up to k gives a position again, since
//! sums of small numbers are small. So positions up to a bound hang below their
//! prefixes, five numbers deeper at each level, and a node needs one bit for each
//! of the 32 ways to go on and the rank of the first: see [`Index`]. A move only
//! takes numbers away, so it leads to a smaller rank: rank order is an order in
//! which to solve.
//!
//! # Beyond that only who wins is kept
//!
//! From 24 on tables neither list positions nor know plies. All positions of one largest
//! number are [solved as a layer](Layer), and [remembered](Outcomes) by functions that
//! answer for positions only, in less than half a bit each: less than any index would
//! take. A move costs a probe instead of a rank.
//!
//! Up to 40 there are 4,601,655 positions, 464,217 of them lost: an entropy of 0.472 bits
//! each. `cargo bench -p perfectplay-benches --bench number_encodings` printed, on one
//! thread, for ways to keep who wins:
//!
//! | encoding | bits a position | built | a probe |
//! |---|---|---|---|
//! | filters by class, and a static function (shipped) | 0.508 | 0.50 s | 43 ns |
//! | a static function of one bit | 1.047 | 0.92 s | 20 ns |
//! | a cascade of Bloom filters | 0.885 | 0.15 s | 32 ns |
//! | Elias-Fano of the losing masks | 2.444 | 0.02 s | 136 ns |
//! | a decision diagram | 3.188 | 0.10 s | 124 ns |
//! | a bit for each rank in a trie | 14.883 | 0.09 s | 51 ns |
//! | a hash set of the losing positions | 16.407 | 0.02 s | 8 ns |
//!
//! # Beyond the tables
//!
//! [`Named`] numbers of any size leave positions that a [`Search`] decides, down to what
//! tables know, or that [theorems](Verdict) do, or nobody.
mod answer;
mod apery;
mod ascending;
mod counts;
mod error;
mod finite;
mod index;
mod large;
mod layer;
mod memo;
mod named;
mod outcomes;
mod partial;
mod position;
mod primes;
pub mod rules;
mod search;
mod solver;
mod texts;
mod theorems;
mod visits;

pub use answer::{Answer, MoveAnswer};
pub use ascending::Ascending;
pub use error::{MoveError, PositionError};
pub use finite::{Finding, FoundMove, LARGEST_SEARCHED};
pub use index::{Index, Path, Trie};
pub use layer::{GroupSolver, Layer};
pub use named::Named;
pub use outcomes::{Census, Count, Key, Keys, Outcomes, OutcomesBuilder};
pub use position::{Move, Position};
pub use search::Search;
pub use solver::{Entry, Solver};
pub use theorems::{Theorem, Verdict};

use crate::{Game, Outcome, Rules, Value};

/// The Number Game.
#[derive(Clone, Copy, Debug)]
pub struct Number;

impl Rules for Number {
    const GAME: Game = Game::Number;
    type Position = Position;
    type Entry = Entry;

    fn entry_by_rules<E>(
        &self,
        position: &Position,
        mut entry: impl FnMut(&Position) -> Result<Entry, E>,
    ) -> Result<Entry, E> {
        let available = rules::available(*position);
        let (mut winning, mut children) = (0, Vec::new());
        for number in rules::moves(&available) {
            let child = rules::position(&rules::after(&available, number));
            let value = entry(&child)?.value();
            if value.outcome == Outcome::Loss {
                winning |= 1 << number;
            }
            children.push((value.outcome, value.plies.unwrap_or_default() as u8));
        }
        let (outcome, plies) = rules::best(children);
        Ok(Entry::new(Value { outcome, plies: Some(plies.into()) }, winning))
    }
}
