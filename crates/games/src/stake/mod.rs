#![doc = include_str!("introduction.md")]

mod answer;
mod board_index;
mod canonical;
mod contest;
#[cfg(feature = "drawings")]
mod drawing;
pub(crate) mod erased;
mod family;
mod family_kernel;
mod family_solver;
mod index;
mod kernel;
#[cfg(feature = "build")]
pub(crate) mod making;
mod patterns;
mod position;
pub mod regions;
pub mod rules;
mod small;
mod solver;
pub mod table;

use perfectplay_core::{Facts, Rules};

pub use crate::texts::MoveError;
pub use answer::{Answer, answer, answer_with};
pub use board_index::BoardIndex;
pub use contest::{BoardReader, ContestReader};
pub use family::{FamilyIndex, FamilyLookup, SizeError};
pub use family_solver::{FamilySolver, FamilyTask};
pub use index::{CellsError, Index, State};
pub use position::{Move, Position, PositionError};
pub use small::SmallSolver;
pub use solver::{BoardLayers, Solver, lead_to_score};

/// What there is to know of the game.
pub const FACTS: Facts = Facts::of(include_str!("facts.txt"));

/// Stake Your Claim.
#[derive(Clone, Copy, Debug)]
pub struct Stake;

impl Rules for Stake {
    const FACTS: &'static Facts = &FACTS;
    type Position = Position;
    type Move = Move;
    /// The score, seen by the player to move.
    type Entry = i8;

    fn moves(&self, board: &Position) -> Vec<(Move, Position)> {
        rules::moves(board)
    }

    fn entry(&self, board: &Position, children: &[(Move, i8)]) -> i8 {
        // Only an entry of a damaged table wraps.
        let results = children.iter().map(|(_, score)| score.wrapping_neg());
        results.max().unwrap_or_else(|| rules::final_score(&rules::grid(board)))
    }
}
