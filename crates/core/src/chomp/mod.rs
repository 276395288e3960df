//! The game `chomp`: a bar of m rows and n columns of cells. A player who takes the corner cell
//! loses.
//!
//! A move takes a cell and with it all cells below and right of it, so the player who takes the
//! corner 0,0 ends the game and loses. A [`Position`] is the number of cells left in each row,
//! never more than in the row above.
//!
//! ```
//! use perfectplay_core::chomp::{Position, Solver, Subpositions};
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
//! # Up to 126 positions are solved as one word
//!
//! All paths with the same upper steps and k ones in the lowest nine are a *segment* of C(9, k)
//! consecutive indexes, at most 126: bits of a word. Let the *marks* of a segment be the bits of
//! the positions that have a move to a losing position. When the marks that come from other
//! segments are known, the rest is a sieve, because only about one position of a segment is losing:
//! the lowest bit that is not marked is losing and marks the positions of the segment that have a
//! move to it, which are a constant for each (k, bit); this is repeated until all other bits are
//! marked. A move to another segment is of one of two kinds:
//!
//! - *Zero and one are upper steps.* The lowest steps stay as they are, and so does k. The marks are
//!   the losing positions of the other segment, bit for bit: an OR. If the zero is step z above the
//!   segments, the move is the same for all 2ᶻ segments that have the same steps from z on. The segments
//!   that it leads to are 2ᶻ consecutive ones as well (in the array of all patterns of upper steps), and
//!   come before them. So when the first of them is reached, one loop over memory makes the move for all
//!   of them.
//! - *The one is an upper step, the zero among the lowest.* The row of the one and all rows below it are
//!   cut to c cells, fewer than the b = 9 − k columns of the segment. The position after the move depends
//!   on the ones above that one (the *head*) and on c, but not on the former places of the ones that have
//!   been cut. The same holds for the marks: their union over c is computed once for each head and k, and
//!   kept together with that of the heads that are its beginnings, as long as paths begin with this head.
//!   It costs a segment one OR. The positions after the move are consecutive in *one* segment (below the
//!   cut ones all steps are free), and each losing one marks all positions that it is cut from, again a
//!   constant.
//!
//! Every move is of one of these three kinds, so a position is marked if and only if one of its
//! moves leads to a losing position; those of other segments are known, because their indexes are
//! lower. The position with no cell left has no moves, but the player to move has won, because the
//! opponent has taken the corner: it is marked at the start. This completes the proof.
//!
//! A position has about (m + n)² / 8 moves. The first kind of mark costs one bit of a word for each
//! move, the others almost nothing, so that a position takes about a nanosecond: 16 × 16 with its
//! 601,080,390 positions takes less than a second on one thread. Trying the moves of a position one
//! by one, as [`Subpositions`] does in order to find plies too, takes fifty times as long.
//!
//! # Blocks
//!
//! 2,048 segments, which differ in eleven upper steps, are a *block* of 32 KB. Every move of the
//! steps above lowers the sum of the heights of their ones, so the blocks of equal sums are a
//! [layer](crate::layers) and independent of each other. The marks of the second kind for the heads
//! above a block are computed anew in each block. Memory is 16 bytes for each segment, of which
//! C(9, k) bits are used: 134 MB for 16 × 16, where the used bits alone take 75 MB
//! ([`Outcomes::for_each_word`] packs them).

mod answer;
mod index;
mod position;
pub mod rules;
mod segment;
mod solver;
mod subpositions;

use crate::{Game, Outcome, Rules};

pub use answer::Answer;
pub use index::{Index, SizeError};
pub use position::{Move, MoveError, Position, PositionError};
pub use solver::{Outcomes, Solver, Task};
pub use subpositions::Subpositions;

/// Chomp.
#[derive(Clone, Copy, Debug)]
pub struct Chomp;

impl Rules for Chomp {
    const GAME: Game = Game::Chomp;
    type Position = Position;
    /// The outcome, seen by the player to move.
    type Entry = Outcome;

    fn entry_by_rules<E>(
        &self,
        position: &Position,
        mut entry: impl FnMut(&Position) -> Result<Outcome, E>,
    ) -> Result<Outcome, E> {
        let moves = rules::moves(position).into_iter();
        let children: Result<Vec<Outcome>, E> =
            moves.map(|step| entry(&rules::play(position, step))).collect();
        Ok(rules::outcome(children?))
    }
}
