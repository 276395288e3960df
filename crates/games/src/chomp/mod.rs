#![doc = include_str!("introduction.md")]

mod answer;
mod bit_layout;
mod counts;
#[cfg(feature = "drawings")]
mod drawing;
pub(crate) mod erased;
mod grundy;
mod index;
#[cfg(feature = "build")]
pub(crate) mod making;
mod outcomes;
mod paths;
mod position;
pub mod rules;
mod segment;
mod solver;
mod subpositions;
pub mod table;

use perfectplay_core::{Facts, Outcome, Rules};

pub use crate::texts::MoveError;
pub use answer::{Answer, answer, answer_with};
pub use bit_layout::BitLayout;
pub use grundy::Grundy;
pub use index::{Index, SizeError};
pub use outcomes::Outcomes;
pub use paths::MAX_STEPS;
pub use position::{MAX_SIDE, Move, Position, PositionError};
pub use solver::{Solver, Task};
pub use subpositions::Subpositions;

/// What there is to know of the game.
pub const FACTS: Facts = Facts::of(include_str!("facts.txt"));

/// Chomp.
#[derive(Clone, Copy, Debug)]
pub struct Chomp;

impl Rules for Chomp {
    const FACTS: &'static Facts = &FACTS;
    type Position = Position;
    type Move = Move;
    /// The outcome, seen by the player to move.
    type Entry = Outcome;

    fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        rules::moves(position)
    }

    /// Without a move no cell is left: the opponent has taken the corner and lost.
    fn entry(&self, _: &Position, children: &[(Move, Outcome)]) -> Outcome {
        children.iter().map(|(_, outcome)| outcome.reversed()).max().unwrap_or(Outcome::Win)
    }
}
