//! `chomp`: a bar of m rows and n columns, whose corner must not be taken.
//!
//! A move takes a cell and with it all cells below and right of it. Who must take the corner 0,0
//! loses. A [`Position`] is how many cells each row has left, never more than the row above.
//!
//! ```
//! use perfectplay_core::chomp::{Below, Position, Solver};
//! use perfectplay_core::control::Control;
//!
//! let position: Position = "4,4,4".parse()?;
//! let answer = Below::new(position, 1_000, Control::SILENT)?.expect("few positions").answer();
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
//! What is left is a [staircase](crate::staircase), and its border a path of m ones and n zeros. A
//! cell that is left is a pair of a one (its row) and a zero below it (its column). Taking it leaves
//! that row, and all lower ones that reach so far, with the cells left of the column: in the path
//! all steps from the zero up to the one are sorted, ones first, and all other steps stay.
//!
//! Sorting moves ones down and none up, so the path becomes a smaller binary number. Paths are
//! [indexed](Index) in the order of those numbers: every move leads to a lower index, and ascending
//! order is one in which to solve. It also shows that a game ends.
//!
//! # Rows of 126 positions are one word
//!
//! All paths with the same upper steps and k ones in the lowest nine are a *row* of C(9, k)
//! consecutive indexes, at most 126: bits of a word. Let *marks* be the bits of the positions that
//! have a losing child. Only about one position of a row is losing, so inside of a row a sieve is
//! all it takes: the lowest bit that is not marked is losing and marks its parents, a constant of
//! (k, bit); again, until all are marked. What other rows mark is in the word before.
//!
//! - *Zero and one are upper steps.* The lowest steps stay as they are, and so does k. The marks are
//!   the other row's losing positions, bit for bit: an OR. If the zero is step z above the rows, the
//!   move is the same for all 2ᶻ rows that have the same steps from z on, their children are 2ᶻ
//!   consecutive rows as well (in the array of all patterns of upper steps), and lie before them.
//!   So when the first of these is reached, one loop over memory does the move for all of them.
//! - *The one is an upper step, the zero among the lowest.* The row of the one and all below it are
//!   cut to c cells, fewer than the b = 9 − k columns of the row. What is left depends on the ones
//!   above the one (the *head*) and on c, but not on where the ones were that have been cut. So does
//!   what is marked: the sum over c, for each head and k, is made once and kept with that of the
//!   heads that are its beginnings, as long as paths begin with this head. A row takes one OR. The
//!   positions that are left are consecutive in *one* row (below the cut ones all are free), and
//!   each losing one marks all that it is cut from, again a constant.
//!
//! Every move is of one of these three kinds, so a position is marked if and only if one of its
//! moves leads to a losing position; those of other rows are known, for they are lower. Nothing left
//! is marked by decree: the other player has taken the corner. That is the whole proof.
//!
//! A position has about (m + n)² / 8 moves. But the first kind of mark costs a bit of a word for
//! each, the others almost nothing for each, so that a position costs about a nanosecond: 16 × 16
//! with its 601,080,390 takes less than a second on one thread. To try the moves of a position one
//! by one, which is what [`Below`] does to know plies too, takes fifty times as long.
//!
//! # Blocks
//!
//! 2,048 rows, which differ in eleven upper steps, are a *block*: 32 KB. Every move of the steps
//! above lowers the sum of their ones' heights, so the blocks of equal sums are a
//! [layer](crate::layers), and independent of each other. The sums of the second kind for the heads
//! above a block are made anew in each block. Memory is 16 bytes for each row, of which C(9, k) bits
//! are used: 134 MB for 16 × 16, where the bits alone take 75 MB
//! ([`Outcomes::for_each_word`] packs them one by one).

mod answer;
mod below;
mod index;
mod position;
mod row;
pub mod rules;
mod solver;

use crate::{Game, Outcome, Rules};

pub use answer::{Answer, MoveAnswer};
pub use below::Below;
pub use index::{Index, SizeError};
pub use position::{Move, MoveError, Position, PositionError};
pub use solver::{Outcomes, Solver, Task};

/// Chomp.
#[derive(Clone, Copy, Debug)]
pub struct Chomp;

impl Rules for Chomp {
    const GAME: Game = Game::Chomp;
    type Position = Position;
    /// Who wins, seen by the player to move.
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
