//! The value of the empty board of many boards of one shape, for judging and searching.

use super::board::Board;
use super::compiled::{boards_at_once, solve_boards};
use super::levels::Levels;
use super::schedule::LOW;
use super::solver::Solver;
use super::weights::{Weights, fits_i32};
use crate::simd::Isa;

/// The most rows and columns together of boards that are solved one per lane. Larger boards are
/// solved one at a time.
const MAX_STEPS: usize = 24;

/// Solves many boards of one shape on the calling thread.
#[derive(Clone, Debug)]
pub struct BatchSolver {
    isa: Isa,
    solver: Solver,
    levels: Option<Levels>,
}

impl BatchSolver {
    /// A solver of boards of `rows` × `columns`, with the fastest instruction set of this
    /// processor.
    ///
    /// # Panics
    /// Unless both are 1 to 16.
    pub fn new(rows: usize, columns: usize) -> BatchSolver {
        BatchSolver::with_isa(rows, columns, Isa::best())
    }

    /// The same with a chosen instruction set; the scores are the same for all.
    ///
    /// # Panics
    /// Unless rows and columns are 1 to 16.
    pub fn with_isa(rows: usize, columns: usize, isa: Isa) -> BatchSolver {
        let solver = Solver::with_isa(rows, columns, isa);
        let steps = rows + columns;
        let levels = (LOW + 1..=MAX_STEPS).contains(&steps).then(|| Levels::new(steps, rows));
        BatchSolver { isa, solver, levels }
    }

    /// How many boards are solved at once. Lists of a multiple of this length leave no lane empty.
    pub fn lanes(&self) -> usize {
        boards_at_once(self.isa)
    }

    /// A's total minus B's under best play from the empty board, for each board.
    ///
    /// Boards whose scores need 64 bits, and boards of more than 24 rows and columns together, are
    /// solved one at a time.
    ///
    /// # Panics
    /// If a board has another shape.
    pub fn scores(&self, boards: &[Board]) -> Vec<i64> {
        let mut scores = vec![0; boards.len()];
        let Some(levels) = &self.levels else {
            scores.iter_mut().zip(boards).for_each(|(score, board)| *score = self.single(board));
            return scores;
        };
        let (narrow, wide): (Vec<usize>, Vec<usize>) =
            (0..boards.len()).partition(|&at| fits_i32(&boards[at]));
        let mut memory = Vec::new();
        for group in narrow.chunks(self.lanes()) {
            let weights: Vec<_> = group.iter().map(|&at| self.weights(&boards[at])).collect();
            for (&at, g) in group.iter().zip(solve_boards(self.isa, levels, &weights, &mut memory))
            {
                scores[at] = i64::from(g / 2);
            }
        }
        for at in wide {
            scores[at] = self.single(&boards[at]);
        }
        scores
    }

    fn weights(&self, board: &Board) -> Weights<i32> {
        assert!(self.solver.is_for(board), "the boards have the shape of the solver");
        Weights::new(board)
    }

    fn single(&self, board: &Board) -> i64 {
        self.solver.solve(board).get(0) / 2
    }
}
