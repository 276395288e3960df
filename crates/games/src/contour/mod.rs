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
pub const FACTS: Facts = Facts {
    game: "contour",
    rules_tag: "contour/1",
    default_states: 2_000_000_000,
    name: "Contour (一双木棋)",
    label: "Contour",
    title: "Contour (一双木棋)",
    rule: "Claim open cells in turn. Each cell is worth different scores to the two players.",
    rules: "Claim a cell whose neighbours above and to the left are all taken. Each cell is worth \
        one score to A and another one to B: `5:3` is 5 for A and 3 for B.",
    players: Some(["A", "B"]),
    aim: "When the board is full, the player with more wins by the difference.",
    notation: "taken cells per row, `3,3,1`; `0` is the empty board",
    moves: "A move is a cell: its row and its column, counted from 0, as `1,2`.",
    example: "0",
    start: "3,2,1",
    board: Some("4 4 1 5 9 1 1 4 5 6 1 9 9 6 1 6 2 7 7 2 2 5 6 0 4 4 4 0 9 3 0 4 4 5"),
    limits: "Boards of up to 16 × 16 cells, as a file in the contest's format.",
    tables: "`build contour --board FILE` makes the table of a board. Those of two sample boards are \
        built by default; others are solved on the spot.",
};

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
