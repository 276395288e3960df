#![doc = include_str!("introduction.md")]
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
pub const FACTS: Facts = Facts::of(include_str!("facts.txt"));

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
