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
pub const FACTS: Facts = Facts {
    game: "stake",
    rules_tag: "stake/1",
    default_states: 7_000_000_000,
    name: "Stake Your Claim",
    label: "Stake",
    title: "Stake Your Claim",
    rule: "Fill cells in turn with your digit, 0 or 1. The larger connected region wins.",
    rules: "Fill an empty cell with your own digit, 0 or 1. Cells of a digit that touch at their \
        sides make a region.",
    players: Some(["player 0", "player 1"]),
    aim: "When the board is full, the player with the larger biggest region wins by the \
        difference.",
    notation: "rows top first, `.` an empty cell: 01.1/00../.01./...1",
    moves: "A move is a cell: its row and its column, counted from 0, as `1,2`.",
    example: "01.1/00../.01./...1",
    start: "01.1/00../.01./...1",
    board: None,
    limits: "Boards up to 8 × 8 with at most 24 empty cells; up to 5 × 5 with a table, whatever is \
        empty.",
    tables: "`stake-N`, N from 1 to 5, has every board up to N × N; `stake-4` is built by default. \
        `build stake --board FILE` makes the table of what a larger board can become.",
};

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
