//! The rules in plain form. The fast code is checked against this module, which does not use paths, ranks or the
//! recurrence of the kernel.

use super::{Board, Move, Position};

/// All legal moves, row by row: the empty cells whose left neighbours in their row and upper
/// neighbours in their column are all taken.
pub fn moves(board: &Board, position: &Position) -> Vec<Move> {
    let is_taken = |row: usize, column| column < usize::from(position.taken()[row]);
    let mut moves = Vec::new();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let left = (0..column).all(|c| is_taken(row, c));
            let above = (0..row).all(|r| is_taken(r, column));
            if !is_taken(row, column) && left && above {
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
    let first_empty = usize::from(taken[row]);
    assert_eq!(first_empty, column, "a legal move claims the first empty cell of a row");
    taken[row] += 1;
    Position::new(&taken).expect("a legal move leads to a contour")
}

/// The score of the player to move for a cell.
pub fn gain(board: &Board, position: &Position, Move { row, column }: Move) -> i64 {
    let (a, b) = board.cell(row, column);
    i64::from(if position.a_to_move() { a } else { b })
}
