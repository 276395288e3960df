//! The rules as one reads them, cell by cell, and an oracle that plays by them.
//!
//! Nothing here knows of paths, ranks or rows of bits: this is what the fast code is checked
//! against.

use std::array;
use std::collections::HashMap;

use super::{Move, Position};
use crate::{Outcome, Value};

/// Whether a cell is left.
#[must_use]
pub fn is_left(position: &Position, row: u8, column: u8) -> bool {
    column < position.left()[usize::from(row)]
}

/// The legal moves, row by row: any cell that is left may be taken, the last one too.
#[must_use]
pub fn moves(position: &Position) -> Vec<Move> {
    let cells = (0..16).flat_map(|row| (0..16).map(move |column| Move { row, column }));
    cells.filter(|cell| is_left(position, cell.row, cell.column)).collect()
}

/// The position after a legal move: the cells that are neither below nor right of the one taken,
/// nor both, nor that one itself.
///
/// # Panics
/// After moves that are not legal, perhaps.
#[must_use]
pub fn play(position: &Position, step: Move) -> Position {
    let stays = |row: usize, column| row < step.row.into() || column < step.column;
    let left = |row| (0..position.left()[row]).filter(|&column| stays(row, column)).count() as u8;
    Position::new(&array::from_fn::<u8, 16, _>(left)).expect("what a move leaves is a position")
}

/// A position's value, from those of the positions that its moves lead to. Without a move nothing
/// is left: the other player has taken the last cell, and lost.
pub fn best(children: impl IntoIterator<Item = Value>) -> Value {
    children.into_iter().map(Value::reversed).max().unwrap_or(Value::WON)
}

/// Who wins, from who wins the positions that the moves lead to.
pub fn outcome(children: impl IntoIterator<Item = Outcome>) -> Outcome {
    children.into_iter().map(Outcome::reversed).max().unwrap_or(Outcome::Win)
}

/// The obvious solver: tries every move, and remembers.
#[derive(Debug, Default)]
pub struct Oracle {
    known: HashMap<Position, Value>,
}

impl Oracle {
    /// Winner and plies of a position.
    pub fn value(&mut self, position: &Position) -> Value {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let children = moves(position).into_iter().map(|step| self.value(&play(position, step)));
        let value = best(children);
        self.known.insert(*position, value);
        value
    }
}
