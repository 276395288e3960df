//! The game `stake`: Stake Your Claim (POJ 3317).
//!
//! An n × n board, n ≤ 8, of 0s, 1s and empty cells. Player 0 and player 1 alternately fill an
//! empty cell with their own digit; player 0 begins. When the board is full, each player gets the
//! size of the largest 4-connected region of their digit. The *score* of a board is the mover's
//! gain minus the opponent's under best play.
//!
//! ```
//! use perfectplay_core::control::Control;
//! use perfectplay_games::stake::{Index, Position, Solver};
//!
//! let board: Position = "01.1/00../.01./...1".parse()?;
//! let solver = Solver::new(&Index::new(8)?);
//! let answer = solver.answer(&board, Control::SILENT)?;
//! assert_eq!((answer.value, answer.moves[0].to_string()), (2, "1,2".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Besides the modules of every game: `board_index` maps the positions of one board to states and back, `regions`
//! measures regions, `kernel` fills a layer row by row, `small` solves one board with few empty cells, `family` is
//! the index of all small boards, with the look-up tables of `patterns` and `canonical`, `family_solver` solves
//! those, and `family_kernel` fills the entries of one pattern.
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
//! (`perfectplay probe stake ..../..../..../....` prints the last row, and so on.)
//!
//! # The board says who is to move
//!
//! The players alternate and player 0 begins. So if there are as many 0s as 1s, player 0 is to
//! move; if there is one more 0, player 1; other counts do not occur. Of the 3^e ways to fill some
//! of e empty cells only those remain in which the *first player* (the one to move on the board)
//! has filled as many cells as the *second player*, or one more: 17,303 for 10 cells instead of
//! 59,049.
//!
//! # Layers
//!
//! Every move fills a cell, so the states with the same number of empty cells are a layer that
//! depends on the layer before alone, and all of them have the same player to move. A state is a
//! word over
//! *empty*, *first*, *second* with given counts of each. The number of such words is a trinomial
//! coefficient, and the rank of a word is a sum of those, see [`Index`]. So the index is perfect
//! and needs no table of states. To score one board, two layers at a time are enough
//! ([`Index::two_layers`]): 266 MB for 20 cells, whose states are 741 million.
//!
//! # Boards with equally many empty cells share one graph
//!
//! Which states a move leads to depends on the number of empty cells alone. The fixed cells decide
//! only the values of layer 0, the full boards. There the largest regions of the two players are
//! independent: each depends on that player's cells only.
//!
//! # What is stored
//!
//! The table of one board has a byte for each state: the *lead*, 64 + the first player's largest
//! region − the second player's. One player takes maxima of it, the other minima, and nothing is
//! negated in the inner loops. The table of a family has a signed byte for each state, the score,
//! and a look-up table of the patterns.
//!
//! # Families
//!
//! A move leads from all boards with one pattern of filled cells to boards with one other pattern. So
//! the entries of a pattern follow from as many *blocks* of consecutive entries as there are empty
//! cells, of 48,620 bytes at most where most 5 × 5 boards are. A layer reads the layer before alone.

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
