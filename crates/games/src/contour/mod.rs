//! The game `contour`: 一双木棋 (Luogu P4363). Two players claim the cells of an n × m board from its
//! top left corner.
//!
//! A cell may be claimed when all cells left of it in its row and all cells above it in its column
//! are taken. The player who claims cell (i, j) scores a (player A) or b (player B). A moves first;
//! both players maximise their own total minus the opponent's.
//!
//! ```
//! use perfectplay_games::contour::{Board, Position, Reader, Solver};
//!
//! let board = Board::from_contest("2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n").unwrap();
//! let values = Solver::new(2, 3).solve(&board);
//! let reader = Reader::new(&board);
//! assert_eq!(reader.score(&Position::EMPTY, |rank| values.get(rank)), Ok(2));
//!
//! let answer = reader.answer(&"2".parse().unwrap(), |rank| values.get(rank)).unwrap();
//! let best = answer.moves[0];
//! assert_eq!((best.step.to_string().as_str(), best.gain(), best.value, best.result), ("1,0", 9, 2, 7));
//! ```
//!
//! # Contours and their order
//! The taken cells form a [staircase](crate::staircase). Its border, read from the bottom left, is
//! a path of n ones (up) and m zeros (right). The colexicographic rank of paths indexes all C(n +
//! m, n) contours: 0 is the empty board, the last is the full one. Claiming a cell moves a one of
//! the path from bit i to bit i + 1, past a zero; it is cell (n − j, i + 1 − j) if it is the j-th
//! one from below.
//!
//! # One recurrence for both players
//! Let V be A's total minus B's from a contour on, D = Σ (a − b) over the cells taken so far, u = 2
//! V + D, and w = a + b for the cell to be claimed. If A moves, V = max (a + V'), and D = D' − (a −
//! b), so u = max (2 a + 2 V' + D' − a + b) = max (u' + w). If B moves, V = min (V' − b), so u =
//! min (u' − w). With g = u when A is to move and g = −u when B is, both are
//!
//! > g = max over the moves of (w − g'),
//!
//! plain negamax in which w depends on the cell alone: the inner loop needs neither the player nor
//! the parity of the number of cells. The full board has V = 0 and so g = ± D of all cells, the
//! only constant. The score of a contour, the mover's gain minus the opponent's from there on, is ±
//! V = (g ∓ D) / 2; D is a sum over the rows ([`Reader`]).
//!
//! # 32 bits are enough, and exact
//! Every number compared is some 2 X + D up to its sign, where X is the outcome of the cells that
//! are left in one line of play. Each cell left adds at most max(a, b) to |X|, each taken one |a −
//! b| ≤ max(a, b) to |D|, so it is at most 2 · Σ max(a, b) over all cells. Where that is at most
//! 2³¹ − 1 ([`fits_i32`]; a contest board has at most 2 · 10⁷), `i32` cannot overflow; other boards
//! are solved by the plain recursion with `i64`, whose range exceeds 2 · 256 · 2³¹ = 2⁴⁰ by far.
//! The least number of the type stands for "no move yet": it only occurs as the left operand of a
//! maximum, never as the value of a finished contour.
//!
//! # Moves as operations on consecutive memory (`plain`)
//! Moving the j-th one from bit i to i + 1 changes the rank by C(i + 1, j) − C(i, j) = C(i, j − 1),
//! whatever the positions of the other ones. With the bits above i + 1 fixed, the paths that have
//! the j-th one at bit i and none at i + 1 differ only in their low i bits with j − 1 ones: they
//! are C(i, j − 1) consecutive ranks, directly followed by those that they move to. So the whole
//! solution is a sequence of operations "range = max(range, w − the next range)" on consecutive
//! memory, in the order of a recursion on the highest bit.
//!
//! # Making it fast
//! Nine of ten such ranges are shorter than a vector, so the low 9 bits are treated separately. All
//! paths with the same upper bits form a *segment* of C(9, k) ≤ 126 consecutive values. The moves
//! of upper bits lead from whole segments to whole segments, with constant w: those are loops over
//! memory. The moves of the low bits are one fixed program for all segments with k low ones. Eight
//! such segments that are independent of each other are transposed, one segment per lane, and the
//! program is straight-line code on vectors. The schedule of the segments depends on the shape of
//! the board alone.
//!
//! Boards of more than 20 steps are cut into *blocks* of 20 bits (at most 184,756 values, which
//! stay in the second-level cache). A block first takes its maximum over the moves of the bits
//! above, which read other blocks from end to end. Blocks of one level are independent:
//! [`Solver::solve_into`] lets the caller solve them on several threads.
//!
//! # Modules
//! Besides those of every game: `board` and `contest` (boards and their texts), `plain` (the slow
//! form of the kernel), `weights` (w by move, the bound), `schedule` (the order of the segments),
//! `kernel` (one block), `low` (the low bits), `lanes` (transposing), `compiled` (the kernels for each
//! instruction set).

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
