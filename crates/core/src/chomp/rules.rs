//! The rules in plain form, cell by cell, and a slow solver that uses nothing else. The fast code
//! is checked against this module, which does not use paths, ranks or words of bits.

use std::array;
use std::collections::HashMap;

use super::{MAX_SIDE, Move, Position};
use crate::{Outcome, Value};

/// Whether a cell is left.
#[must_use]
pub fn is_left(position: &Position, row: u8, column: u8) -> bool {
    column < position.left()[usize::from(row)]
}

/// The legal moves, row by row: every cell that is left may be taken, including the corner.
#[must_use]
pub fn moves(position: &Position) -> Vec<Move> {
    let sides = 0..MAX_SIDE as u8;
    let cells = sides.clone().flat_map(|row| sides.clone().map(move |column| Move { row, column }));
    cells.filter(|cell| is_left(position, cell.row, cell.column)).collect()
}

/// The position after a legal move: without the cell taken and the cells below and to the right of it.
///
/// # Panics
/// If the cell is not left.
#[must_use]
pub fn play(position: &Position, step: Move) -> Position {
    assert!(is_left(position, step.row, step.column), "a legal move takes a cell that is left");
    let stays = |row: usize, column| row < step.row.into() || column < step.column;
    let left = |row| (0..position.left()[row]).filter(|&column| stays(row, column)).count() as u8;
    Position::new(&array::from_fn::<u8, MAX_SIDE, _>(left))
        .expect("a legal move leads to a position")
}

/// The value of a position from those of the positions that its moves lead to. Without a move no
/// cell is left: the opponent has taken the corner and lost.
pub fn best(children: impl IntoIterator<Item = Value>) -> Value {
    children.into_iter().map(Value::reversed).max().unwrap_or(Value::WON)
}

/// The outcome of a position from those of the positions that its moves lead to.
pub fn outcome(children: impl IntoIterator<Item = Outcome>) -> Outcome {
    children.into_iter().map(Outcome::reversed).max().unwrap_or(Outcome::Win)
}

/// The plain solver: tries every move, and stores the positions that it has solved.
#[derive(Debug, Default)]
pub struct PlainSolver {
    solved: HashMap<Position, Value>,
}

impl PlainSolver {
    /// Outcome and plies of a position.
    pub fn value(&mut self, position: &Position) -> Value {
        if let Some(&value) = self.solved.get(position) {
            return value;
        }
        let children = moves(position).into_iter().map(|step| self.value(&play(position, step)));
        let value = best(children);
        self.solved.insert(*position, value);
        value
    }
}
