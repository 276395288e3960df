//! The rules, plain and obvious, and an oracle that plays by them: what the fast code is checked
//! against.
//!
//! Nothing here knows of paths, ranks or the parity trick.

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
/// Panics after others.
pub fn play(position: &Position, Move { row, .. }: Move) -> Position {
    let mut taken = *position.taken();
    taken[row] += 1;
    Position::new(&taken).expect("a legal move leads to a contour")
}

/// What the player to move scores for a cell.
pub fn gain(board: &Board, position: &Position, Move { row, column }: Move) -> i64 {
    let (a, b) = board.cell(row, column);
    i64::from(if position.a_to_move() { a } else { b })
}

/// Minimax by the rules, remembering the positions that it has seen. Slow.
#[derive(Clone, Debug)]
pub struct Oracle<'b> {
    board: &'b Board,
    seen: HashMap<Position, i64>,
}

impl<'b> Oracle<'b> {
    /// Knows nothing yet.
    pub fn new(board: &'b Board) -> Oracle<'b> {
        Oracle { board, seen: HashMap::new() }
    }

    /// What the player to move will get minus what the opponent will get from here on, under best
    /// play of both.
    pub fn score(&mut self, position: &Position) -> i64 {
        if let Some(&score) = self.seen.get(position) {
            return score;
        }
        let mut best = None;
        for mv in moves(self.board, position) {
            let result = gain(self.board, position, mv) - self.score(&play(position, mv));
            best = best.max(Some(result));
        }
        let score = best.unwrap_or(0);
        self.seen.insert(*position, score);
        score
    }
}
