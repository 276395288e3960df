//! From stored values to answers: the score of a contour, and its moves with their results.

use super::rules::gain;
use super::{Board, Move, Position, PositionError};
use crate::staircase::{MAX_SIDE, choose};
use perfectplay_core::{MoveAnswer, rank};

/// What one row adds to the rank and to Σ (a − b) over the taken cells.
#[derive(Clone, Copy, Debug, Default)]
struct Term {
    rank: u32,
    difference: i64,
}

impl Term {
    /// The difference with the signs of the player who is to move: Σ (a − b), or Σ (b − a).
    #[inline]
    fn of_mover(self, position: &Position) -> i64 {
        if position.a_to_move() { self.difference } else { -self.difference }
    }
}

/// Answers about the contours of one board from stored values, wherever they are stored (a vector,
/// a mapped file): its methods take a function that returns g by rank.
#[derive(Clone, Debug)]
pub struct Reader {
    board: Board,
    /// By row and number of taken cells.
    terms: Box<[[Term; MAX_SIDE + 1]; MAX_SIDE]>,
}

/// A contour's score and all its moves. The score is the mover's gain minus the opponent's from here on, and 0
/// on the full board; the result of a move, `gain − value`, is the same from this move on.
pub type Answer = perfectplay_core::Answer<Position, Move, i64>;

impl Reader {
    /// A reader of the contours of a board.
    pub fn new(board: &Board) -> Reader {
        let mut terms = Box::new([[Term::default(); MAX_SIDE + 1]; MAX_SIDE]);
        let rows = board.rows();
        for (row, terms) in terms.iter_mut().enumerate().take(rows) {
            let below = rows - 1 - row;
            let mut difference = 0;
            for (taken, term) in terms.iter_mut().enumerate().take(board.columns() + 1) {
                *term = Term { rank: choose(taken + below, below + 1) as u32, difference };
                if taken < board.columns() {
                    let (a, b) = board.cell(row, taken);
                    difference += i64::from(a) - i64::from(b);
                }
            }
        }
        Reader { board: board.clone(), terms }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rank of a contour, below [`Board::contours`].
    ///
    /// # Errors
    /// If the contour is not of this board.
    #[inline]
    pub fn rank(&self, position: &Position) -> Result<usize, PositionError> {
        position.check(self.board.rows(), self.board.columns())?;
        Ok(self.sum(position).rank as usize)
    }

    /// The score of a contour: the mover's gain minus the opponent's from here on. `g` returns the
    /// stored value of a rank. O(rows).
    ///
    /// # Errors
    /// If the contour is not of this board.
    #[inline(always)]
    pub fn score(
        &self,
        position: &Position,
        g: impl Fn(usize) -> i64,
    ) -> Result<i64, PositionError> {
        position.check(self.board.rows(), self.board.columns())?;
        let sum = self.sum(position);
        // Only values of a damaged table wrap.
        Ok(g(sum.rank as usize).wrapping_sub(sum.of_mover(position)) / 2)
    }

    /// The stored value of a contour of this board with a score. [`score`](Self::score) rounds others, which
    /// only a damaged table has.
    pub fn stored(&self, position: &Position, score: i64) -> i64 {
        score.wrapping_mul(2).wrapping_add(self.sum(position).of_mover(position))
    }

    /// The score of a contour and the results of all its moves. `g` returns the stored value of a
    /// rank.
    ///
    /// # Errors
    /// If the contour is not of this board.
    pub fn answer(
        &self,
        position: &Position,
        g: impl Fn(usize) -> i64,
    ) -> Result<Answer, PositionError> {
        let value = self.score(position, &g)?;
        let mut moves = Vec::with_capacity(self.board.rows());
        for row in 0..self.board.rows() {
            let step = Move { row, column: usize::from(position.taken()[row]) };
            if let Some(child) = position.after(&self.board, step) {
                let value = self.score(&child, &g)?;
                let result = gain(&self.board, position, step) - value;
                moves.push(MoveAnswer::of_parts(step, child, value, result, false));
            }
        }
        rank(&mut moves);
        Ok(Answer::of_parts(*position, value, moves))
    }

    #[inline]
    fn sum(&self, position: &Position) -> Term {
        let rows = self.terms.iter().zip(position.taken()).take(self.board.rows());
        rows.fold(Term::default(), |sum, (terms, &taken)| {
            let term = terms[usize::from(taken).min(MAX_SIDE)];
            Term { rank: sum.rank + term.rank, difference: sum.difference + term.difference }
        })
    }
}
