#![doc = include_str!("introduction.md")]

mod answer;
mod board;
mod compiled;
mod contest;
#[cfg(feature = "drawings")]
mod drawing;
pub(crate) mod erased;
mod error;
mod kernel;
mod lanes;
mod low;
#[cfg(feature = "build")]
pub(crate) mod making;
mod plain;
mod position;
pub mod rules;
pub(crate) mod schedule;
mod solver;
pub mod table;
mod weights;

use perfectplay_core::{Facts, Rules};

pub use crate::texts::MoveError;
pub use answer::{Answer, Reader};
pub use board::Board;
pub use erased::on_board;
pub use error::{BoardError, PositionError};
pub use plain::solve_plain;
pub use position::{ContourPosition, Move, Position};
pub use solver::{ContourBlock, Solver, Values, Width};
pub use weights::fits_i32;

/// What there is to know of the game.
pub const FACTS: Facts = Facts::of(include_str!("facts.txt"));

/// The game on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contour {
    /// The board, which says what each cell scores.
    pub board: Board,
}

impl Rules for Contour {
    const FACTS: &'static Facts = &FACTS;
    type Position = Position;
    type Move = Move;
    /// The score: the mover's gain minus the opponent's from here on.
    type Entry = i64;

    fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let legal = rules::moves(&self.board, position).into_iter();
        legal.map(|step| (step, rules::play(position, step))).collect()
    }

    fn entry(&self, position: &Position, children: &[(Move, i64)]) -> i64 {
        let gain = |step| rules::gain(&self.board, position, step);
        children.iter().map(|&(step, score)| gain(step) - score).max().unwrap_or(0)
    }
}
