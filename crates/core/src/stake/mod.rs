//! The game `stake`: Stake Your Claim (POJ 3317).
//!
//! An n × n board, n ≤ 8, of 0s, 1s and empty cells. Player 0 and player 1 alternately fill an
//! empty cell with their own digit. When the board is full, each gets the size of the largest
//! 4-connected region of his digit. The *score* of a board is what its mover will get more than the
//! opponent under best play.
//!
//! ```
//! use perfectplay_core::control::Control;
//! use perfectplay_core::stake::{Index, Position, Solver};
//!
//! let board: Position = "01.1/00../.01./...1".parse()?;
//! let solver = Solver::new(&Index::new(8)?);
//! let answer = solver.answer(&board, Control::SILENT)?;
//! assert_eq!((answer.value, answer.moves[0].to_string()), (2, "1,2".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Besides the rooms of every game: `instance` is between one board's states and its positions,
//! `regions` measures them, `kernel` fills a layer row by row, `batch` solves many boards at once,
//! `small` one with few empty cells, and `family` is all small boards, with `patterns` for its
//! look-up tables.
//!
//! # Empty boards
//!
//! | board | score | best openings |
//! |---|---|---|
//! | 1 × 1 | 1 | `0,0` |
//! | 2 × 2 | 0 | all four |
//! | 3 × 3 | 1 | `1,1` alone |
//! | 4 × 4 | 0 | all sixteen |
//!
//! (`perfectplay probe stake ..../..../..../....` and so on.)
//!
//! # Whose turn it is need not be said
//!
//! The players alternate and player 0 begins. So equal counts of 0s and 1s say that player 0 is to
//! move, one more 0 says player 1, and nothing else occurs. Of the 3^e ways to fill some of e empty
//! cells only those remain in which the first player (who moves on the board) has filled as many as
//! the second, or one more: 17,303 for 10 cells instead of 59,049.
//!
//! # The number of empty cells is a layer number
//!
//! Every move fills a cell, so a layer depends on the one below it alone, and in a layer all states
//! have the same mover. A state is a word over *empty*, *first*, *second* with given counts of
//! each, and the number of such words is a trinomial coefficient: its rank is a sum of those, see
//! [`Index`]. So the index is perfect, and by arithmetic. To score one board two layers at a time
//! are enough ([`Index::two_layers`]): 266 MB for 20 cells, whose states are 741 million.
//!
//! # The board is not in the graph
//!
//! Which states lead where depends on the number of empty cells alone; the fixed cells decide only
//! layer 0, the full boards. So [`Batch`] solves boards side by side, one in each lane. For layer 0
//! the players' largest regions are independent: each depends on which cells are *his*.
//!
//! # What is stored
//!
//! For an instance a byte for each state: the *lead*, 64 + the first player's largest region − the
//! second's. One player takes maxima of it, the other minima; nothing is negated in the inner
//! loops. For the family a signed byte for each state: the score.

mod answer;
mod batch;
mod family;
mod index;
mod instance;
mod kernel;
mod patterns;
mod position;
pub mod regions;
pub mod rules;
mod small;
mod solver;

use crate::{Game, Rules};

pub use answer::{Answer, MoveAnswer};
pub use batch::Batch;
pub use family::{Family, SizeError};
pub use index::{CellsError, Index, State};
pub use instance::Instance;
pub use patterns::symmetric;
pub use position::{Move, MoveError, Position, PositionError};
pub use small::Small;
pub use solver::{Leads, Solver, lead_to_score};

/// Stake Your Claim.
#[derive(Clone, Copy, Debug)]
pub struct Stake;

impl Rules for Stake {
    const GAME: Game = Game::Stake;
    type Position = Position;
    /// The score, as seen by the player to move.
    type Entry = i8;

    fn entry_by_rules<E>(
        &self,
        board: &Position,
        mut score: impl FnMut(&Position) -> Result<i8, E>,
    ) -> Result<i8, E> {
        let grid = rules::grid(board);
        let mut best = None;
        for step in rules::moves(&grid) {
            let child = score(&rules::position(&rules::after(&grid, step)))?;
            // Nothing wraps but an entry of a damaged table.
            let result = child.wrapping_neg();
            best = best.max(Some(result));
        }
        Ok(best.unwrap_or_else(|| rules::final_score(&grid)))
    }
}
