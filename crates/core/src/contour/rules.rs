//! The rules in plain form, and a slow solver that uses nothing else. The fast code is checked
//! against this module, which does not use paths, ranks or the recurrence of the kernel.

use super::board::Board;
use super::position::{Move, Position};
use std::collections::HashMap;

/// Whether a cell is taken.
pub fn is_taken(position: &Position, row: usize, column: usize) -> bool {
    column < usize::from(position.taken()[row])
}

/// All legal moves, row by row: the empty cells whose left neighbours in their row and upper
/// neighbours in their column are all taken.
pub fn moves(board: &Board, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let left = (0..column).all(|c| is_taken(position, row, c));
            let above = (0..row).all(|r| is_taken(position, r, column));
            if !is_taken(position, row, column) && left && above {
                moves.push(Move { row, column });
            }
        }
    }
    moves
}

/// The position after a legal move.
///
/// # Panics
/// If the move is not legal on any board.
pub fn play(position: &Position, Move { row, column }: Move) -> Position {
    let mut taken = *position.taken();
    assert_eq!(
        usize::from(taken[row]),
        column,
        "a legal move claims the first empty cell of a row"
    );
    taken[row] += 1;
    Position::new(&taken).expect("a legal move leads to a contour")
}

/// The score of the player to move for a cell.
pub fn gain(board: &Board, position: &Position, Move { row, column }: Move) -> i64 {
    let (a, b) = board.cell(row, column);
    i64::from(if position.a_to_move() { a } else { b })
}

/// The plain solver: minimax by the rules, which stores the positions that it has solved.
#[derive(Clone, Debug)]
pub struct PlainSolver<'b> {
    board: &'b Board,
    solved: HashMap<Position, i64>,
}

impl<'b> PlainSolver<'b> {
    /// A solver of a board that has solved no position yet.
    pub fn new(board: &'b Board) -> PlainSolver<'b> {
        PlainSolver { board, solved: HashMap::new() }
    }

    /// The score: the mover's gain minus the opponent's from here on under best play.
    pub fn score(&mut self, position: &Position) -> i64 {
        if let Some(&score) = self.solved.get(position) {
            return score;
        }
        let mut best = None;
        for mv in moves(self.board, position) {
            let result = gain(self.board, position, mv) - self.score(&play(position, mv));
            best = best.max(Some(result));
        }
        let score = best.unwrap_or(0);
        self.solved.insert(*position, score);
        score
    }
}
