//! The game `chomp`: a bar of m rows and n columns of cells. A player who takes the corner cell
//! loses.
//!
//! A move takes a cell and every cell below and to the right of it, so the player who takes the corner 0,0 ends
//! the game and loses. A [`Position`] is the number of cells left in each row, never more than in the row above.
//!
//! ```
//! use perfectplay_games::chomp::{Position, Solver, Subpositions};
//! use perfectplay_core::control::Control;
//!
//! let position: Position = "4,4,4".parse()?;
//! let solved = Subpositions::new(position, 1_000, Control::SILENT)?.expect("few positions");
//! let answer = solved.answer();
//! assert_eq!(answer.value.to_string(), "win in 8");
//! assert_eq!(answer.moves[0].to_string(), "1,2");
//!
//! let outcomes = Solver::new(8, 10)?.solve(Control::SILENT)?;
//! let answer = outcomes.answer(&Position::bar(8, 10)?).expect("it fits");
//! let winning: Vec<String> = answer.winning_moves().iter().map(|step| step.to_string()).collect();
//! assert_eq!(winning, ["3,8", "4,5"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A move sorts a window of the path
//!
//! The cells left form a [staircase](crate::staircase), and its border is a path of m ones and n
//! zeros. A cell that is left is a pair of a one (its row) and a zero below it (its column). Taking
//! it leaves that row, and all lower rows that reach as far, with the cells left of the column: in
//! the path all steps from the zero up to the one are sorted, ones first, and all other steps stay.
//!
//! Sorting moves ones down and none up, so the path becomes a smaller binary number. Paths are
//! [indexed](Index) in the order of those numbers. So every move leads to a lower index, and
//! positions can be solved in ascending order. It also follows that the game ends.
//!
//! # Where the positions are
//!
//! The positions of a bar are kept as bits in the order of their paths, and up to 128 that differ in
//! their lowest rows only are a *segment*, padded to whole bytes: see [`BitLayout`]. A *box* is all
//! staircases of this many rows and columns; what a box looks like depends on these two numbers alone.
//! So a bar takes 1.02 to 1.05 bits for each of its positions.
//!
//! # Boxes and segments are marked as a whole
//!
//! A position is *marked* when it has a move to a losing position. What is never marked is losing. A
//! move cuts a row, and the rows below it that are longer, to c cells. Let a box be given by the rows
//! above it, and its rows be c cells long at most. Of the rows above it the move cuts some.
//!
//! - *The box is larger than a segment.* Then the positions before the move, whatever is in the box,
//!   are consecutive bytes, and so are those after it, as their box has the same rows and columns. The
//!   moves of all of them are one loop: an OR of bytes. It is made when the solver enters the box, for
//!   all rows above it that the move can cut, so that each byte is loaded and stored once.
//! - *The box is a segment, or a part of one.* Then the marks of the segment depend on the box of the row that
//!   is cut, but neither on how long that row is nor on the rows between; so they are computed once for
//!   each such box and size of segment, and those of a segment with a column more follow from them in a
//!   few shifts. Of the rows above, all but the last are those of the segment before, whose marks are kept.
//! - *The row is in the segment.* Only about one position of a segment is losing: the lowest bit that
//!   is not marked is losing, and marks the positions of the segment that have a move to it, which are
//!   a constant for each size of segment and bit; this is repeated until all other bits are marked.
//!
//! Every move is of one of these kinds, so a position is marked if and only if one of its moves leads
//! to a losing position; those of other segments are known, because their paths are smaller numbers. The
//! position with no cell left has no moves, but the player to move has won, because the opponent has taken
//! the corner: it is marked at the start. This completes the proof.
//!
//! A position takes one to two nanoseconds on two cores: 19 × 19, with 35,345,263,800 positions, less
//! than a minute. Trying the moves of a position one by one, as [`Subpositions`] does in order to
//! find plies too, takes fifty times as long.
//!
//! # Blocks
//!
//! A *block* is all positions with the same topmost rows, as many as make blocks of up to 4 MiB. A move
//! of one of these rows lowers their sum, so blocks of equal sums are a [layer](perfectplay_core::layers) and
//! independent of each other. Layers follow one another in memory, or in a file.
//!
//! # Modules
//!
//! Besides the modules of every game: `bit_layout` says where each bit is, `segment` solves the staircases of a small box
//! as one word, `counts` ranks what a position can become, and `outcomes`, `subpositions` and `grundy` answer for bars that
//! no table has.

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
pub const FACTS: Facts = Facts {
    game: "chomp",
    rules_tag: "chomp/1",
    default_states: 50_000_000,
    name: "Chomp",
    label: "Chomp",
    title: "Chomp: taking the poisoned corner of a bar loses",
    rule: "Bite off a cell and everything below and to the right of it. Whoever takes the poisoned corner loses.",
    rules: "Bite off a cell of a chocolate bar, and everything below and to the right of it.",
    players: None,
    aim: "Whoever takes the poisoned corner, `!`, loses.",
    notation: "cells left per row, `4,4,1`, none longer than the one above; `0` is nothing left",
    moves: "A move is a cell: its row and its column, counted from 0, as `1,2`.",
    example: "4,4,1",
    start: "5,5,5,5",
    board: None,
    limits: "Bars with at most 64 rows and columns together; those that no table has are solved on the spot \
        as far as memory allows.",
    tables: "`chomp-RxC`, R up to C, has every position of such a bar; `chomp-10x10` is \
        built by default.",
};

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
