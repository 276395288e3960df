//! Many boards of one shape at once: only the value of the empty board, for judging and searching.

use super::board::Board;
use super::compiled::{boards_at_once, solve_boards};
use super::levels::Levels;
use super::plan::LOW;
use super::solver::Solver;
use super::weights::{Weights, fits_i32};
use crate::simd::Isa;

/// Rows and columns together of the largest boards that are solved lane by lane; larger ones come
/// one at a time.
const MAX_STEPS: usize = 24;

/// Solves many boards of one shape on one thread.
#[derive(Clone, Debug)]
pub struct Batch {
    isa: Isa,
    solver: Solver,
    plan: Option<Levels>,
}

impl Batch {
    /// For boards of `rows` × `columns`, with the fastest instructions that this processor has.
    ///
    /// Panics unless both are 1 to 16.
    pub fn new(rows: usize, columns: usize) -> Batch {
        Batch::with_isa(rows, columns, Isa::best())
    }

    /// The same with chosen instructions; the scores are the same for all.
    pub fn with_isa(rows: usize, columns: usize, isa: Isa) -> Batch {
        let solver = Solver::with_isa(rows, columns, isa);
        let steps = rows + columns;
        let plan = (LOW + 1..=MAX_STEPS).contains(&steps).then(|| Levels::new(steps, rows));
        Batch { isa, solver, plan }
    }

    /// How many boards are solved at once: lists are best a multiple of this, and split among
    /// threads into multiples.
    pub fn lanes(&self) -> usize {
        boards_at_once(self.isa)
    }

    /// A's total minus B's under best play from the empty board, for each board.
    ///
    /// Boards whose scores need 64 bits, and boards of more than 24 rows and columns together, are
    /// solved one at a time.
    /// Panics when a board has another shape.
    pub fn scores(&self, boards: &[Board]) -> Vec<i64> {
        let mut scores = vec![0; boards.len()];
        let Some(plan) = &self.plan else {
            scores.iter_mut().zip(boards).for_each(|(score, board)| *score = self.single(board));
            return scores;
        };
        let (narrow, wide): (Vec<usize>, Vec<usize>) =
            (0..boards.len()).partition(|&at| fits_i32(&boards[at]));
        let mut memory = Vec::new();
        for group in narrow.chunks(self.lanes()) {
            let weights: Vec<_> = group.iter().map(|&at| self.weights(&boards[at])).collect();
            for (&at, g) in group.iter().zip(solve_boards(self.isa, plan, &weights, &mut memory)) {
                scores[at] = i64::from(g / 2);
            }
        }
        for at in wide {
            scores[at] = self.single(&boards[at]);
        }
        scores
    }

    fn weights(&self, board: &Board) -> Weights<i32> {
        assert!(self.solver.is_for(board), "the batch is for another shape");
        Weights::new(board)
    }

    fn single(&self, board: &Board) -> i64 {
        self.solver.solve(board).get(0) / 2
    }
}
