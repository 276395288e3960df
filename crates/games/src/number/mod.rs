//! `number`: the Number Game (POJ 1143), which is Sylver coinage.
//!
//! Two players alternately name an integer above 1 that is not a sum of numbers already named, each taken any
//! number of times; a player who cannot name a number loses. A [`Position`] is the set of numbers still available.
//!
//! # Positions are numerical semigroups
//!
//! 0 and the unavailable numbers above 1, with everything above the largest available number, are
//! closed under addition: a numerical semigroup, whose gaps are 1 and the available numbers. So a
//! set of numbers is a position if and only if no two unavailable numbers have an available sum, and
//! [`PositionError::ImpossibleSum`] names such a sum. The largest available number, if there is one,
//! is the Frobenius number of the semigroup.
//!
//! # A move is a few shifts
//!
//! Let S be the unavailable numbers as a bit set with bit 0 set and bit 1 clear.
//! Naming x makes S + {0, x, 2x, …} unavailable. Starting from T = S, each of the steps
//! `T |= T << x`, `T |= T << 2x`, `T |= T << 4x` … doubles the number of multiples of x that are
//! added, and the numbers still available are `position & !T`.
//!
//! # The index is a trie, and the trie is the enumeration
//!
//! The numbers up to k of a position are a position again, its *prefix* of bound k, since a sum
//! is larger than its parts. So positions up to a bound are the leaves of a trie of their prefixes,
//! with five numbers decided at each level; a node needs one bit for each of the 32 ways to
//! continue, and the rank of its first child: see [`Index`]. A move only takes numbers away, so it
//! leads to a smaller rank: positions can be solved in rank order.
//!
//! # From 24 on tables store only who wins
//!
//! Tables with numbers above 23 have no index and no plies. All positions of one largest number are [solved as a
//! layer](Layer), and their outcomes stored in [static functions (retrieval structures)](Outcomes), which are
//! right for positions and say nothing about other sets, in about half a bit per position: less than any index
//! would take. Reading the outcome of a move takes a probe of these functions instead of a rank.
//!
//! Up to 40 there are 4,601,655 positions, 464,217 of them losing: an entropy of 0.472 bits each. `--bench
//! number_encodings` of commit `dfb39ca`, which is no longer here, printed on one thread, for several encodings of
//! who wins:
//!
//! | encoding | bits a position | time to build | time of a probe |
//! |---|---|---|---|
//! | filters by class, and a static function | 0.508 | 0.50 s | 43 ns |
//! | a static function of one bit | 1.047 | 0.92 s | 20 ns |
//! | a cascade of Bloom filters | 0.885 | 0.15 s | 32 ns |
//! | Elias-Fano of the losing masks | 2.444 | 0.02 s | 136 ns |
//! | a decision diagram | 3.188 | 0.10 s | 124 ns |
//! | a bit for each rank in a trie | 14.883 | 0.09 s | 51 ns |
//! | a hash set of the losing positions | 16.407 | 0.02 s | 8 ns |
//!
//! Tables have the first of these, in lines of 128 bytes: 0.526 bits a position, and four fifths of the time of a probe.
//!
//! # Beyond the tables
//!
//! [`NamedNumbers`] numbers of any size leave positions that no table has. A [`Search`], which ends in
//! positions that tables know, decides some of them, and [published theorems](Verdict) decide
//! others; who wins the rest stays unknown.
//!
//! # Modules
//!
//! Besides the modules of every game: `layer`, `group_solver` and `selection` solve the positions of one largest number, which
//! `ascending` lists. `outcomes/` is who wins in half a bit a position; its table is read in `table/outcomes.rs` and made in
//! `making/outcomes/`. Of what no table has, `finite` and `partial` search finitely and infinitely many numbers, over
//! `apery`, `large`, `memo` and `search`, and `theorems` needs `primes`.
mod answer;
mod apery;
mod ascending;
mod contest;
mod counts;
#[cfg(feature = "drawings")]
mod drawing;
pub(crate) mod erased;
mod error;
mod finite;
mod group_solver;
mod index;
pub(crate) mod large;
mod layer;
#[cfg(feature = "build")]
pub(crate) mod making;
pub(crate) mod memo;
mod named;
mod outcomes;
mod partial;
mod position;
pub(crate) mod primes;
pub mod rules;
mod search;
mod selection;
mod solver;
pub mod table;
mod texts;
mod theorems;

pub use crate::texts::MoveError;
pub use answer::{Answer, answer};
pub use ascending::Ascending;
pub use contest::ContestReader;
pub use error::PositionError;
pub use finite::{Finding, FoundMove, LARGEST_SEARCHED, MOST_STEPS_PER_VISIT};
pub use group_solver::GroupSolver;
pub use index::{Index, Path, Trie};
pub use layer::Layer;
pub use named::NamedNumbers;
pub use outcomes::{
    Census, Count, Filters, Key, Keys, LookUps, Outcomes, OutcomesBuilder, Shard, Size, Span,
};
pub use position::{Move, Position};
pub use search::Search;
pub use selection::{Choosing, ChosenPiece, ChosenTops, Selection};
pub use solver::{Entry, Solver};
pub use theorems::Verdict;

use perfectplay_core::{Facts, Outcome, Rules, Value};

/// What there is to know of the game.
pub const FACTS: Facts = Facts {
    game: "number",
    rules_tag: "number/1",
    default_states: 1_000_000,
    name: "The Number Game (Sylver coinage)",
    label: "Number",
    title: "The Number Game (Sylver coinage)",
    rule: "Name a number that is not a sum of numbers named before. Whoever can name none loses.",
    rules: "Name a number above 1 that is not a sum of numbers named before, each of which may be used \
        as often as you like.",
    players: None,
    aim: "Whoever cannot name a number loses.",
    notation: "the numbers that are still available, `2 3 5`, or `none`, up to 63, or the numbers named so far, \
        `after:4,3`, each up to 10^18",
    moves: "A move is a number that is still available, as `7`.",
    example: "2 3 4 5 6",
    start: "after:5,6",
    board: None,
    limits: "Numbers up to 63 as a list of those available; with `after:`, numbers named up to 10^18. \
        What no table has is searched, and known theorems decide what they can.",
    tables: "`number-N`, N from 2 to 63, has every position with numbers up to N; up to 23 with \
        plies. `number-20` and `number-40` are built by default.",
};

/// The Number Game.
#[derive(Clone, Copy, Debug)]
pub struct Number;

impl Rules for Number {
    const FACTS: &'static Facts = &FACTS;
    type Position = Position;
    type Move = Move;
    type Entry = Entry;

    fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let available = rules::available(*position);
        let after = |number| (Move(number), rules::position(&rules::after(&available, number)));
        rules::moves(&available).map(after).collect()
    }

    fn entry(&self, _: &Position, children: &[(Move, Entry)]) -> Entry {
        let (mut winning, mut best) = (0, None);
        for (Move(number), child) in children {
            let result = child.value().reversed();
            winning |= u32::from(result.outcome == Outcome::Win) << number;
            best = best.max(Some(result));
        }
        let Value { outcome, plies } = best.unwrap_or(Value::LOST);
        // Only an entry of a damaged table has so many plies that a byte is too small for one more.
        let plies = plies.map(|plies| plies.min(u8::MAX.into()));
        Entry::new(Value { outcome, plies }, winning)
    }
}

impl From<Entry> for Outcome {
    fn from(entry: Entry) -> Self {
        entry.value().outcome
    }
}
