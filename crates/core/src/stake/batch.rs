//! Solves many boards with equally many empty cells at once: they share one graph of states, so
//! each lane is a board.

use super::answer::Answer;
use super::index::Index;
use super::position::Position;
use super::regions;
use super::solver::{self, Solver};

/// How many boards are solved at once.
const LANES: usize = 32;

/// How many boards have their full boards measured at once: a divisor of [`LANES`].
const FLOODED: usize = 16;

/// The cells of a tail: few, because with so many lanes every row is long enough.
const TAIL: usize = 4;

/// Solves boards in groups of 32.
#[derive(Clone, Debug)]
pub struct BatchSolver {
    solver: Solver,
    lower: Vec<[u8; LANES]>,
    out: Vec<[u8; LANES]>,
}

impl BatchSolver {
    /// A solver of boards with as many empty cells as the index is for. It keeps 32 ·
    /// [`Index::two_layers`] bytes.
    #[must_use]
    pub fn new(index: &Index) -> Self {
        let solver = Solver::with_tail(index, TAIL);
        Self { solver, lower: Vec::new(), out: Vec::new() }
    }

    /// The answers for the boards, in their order. The boards may differ in size and mover.
    ///
    /// # Panics
    /// If the number of empty cells of a board is not that of the index.
    pub fn answers(&mut self, boards: &[Position]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(boards.len());
        for group in boards.chunks(LANES) {
            self.solve(group);
            let answer = |(lane, board): (usize, &Position)| {
                solver::answer_from(self.solver.index(), board, |rank| self.lower[rank][lane])
            };
            answers.extend(group.iter().enumerate().map(answer));
        }
        answers
    }

    /// Fills `lower` with the last but one layer of up to 32 boards.
    fn solve(&mut self, boards: &[Position]) {
        self.lower.resize(self.solver.layer_len(0), [0; LANES]);
        let empty = |board: &Position| board.empty_cells().count_ones() as usize;
        let cells = self.solver.index().cells();
        assert!(
            boards.iter().all(|board| empty(board) == cells),
            "the boards have as many empty cells as the index"
        );
        for (group, boards) in boards.chunks(FLOODED).enumerate() {
            // Lanes without a board of their own repeat one.
            let boards = std::array::from_fn(|lane| boards[lane.min(boards.len() - 1)]);
            let leads = regions::final_leads::<FLOODED>(&boards);
            for (entry, leads) in self.lower.iter_mut().zip(leads) {
                entry[FLOODED * group..][..FLOODED].copy_from_slice(&leads);
            }
        }
        for layer in 1..self.solver.index().cells() {
            self.out.resize(self.solver.layer_len(layer), [0; LANES]);
            self.solver.fill_lanes(&self.solver.whole(layer), &self.lower, &mut self.out);
            std::mem::swap(&mut self.lower, &mut self.out);
        }
    }
}
