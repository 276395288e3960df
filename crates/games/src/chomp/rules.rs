//! The rules in plain form, cell by cell. The fast code is checked against this module, which does not use paths,
//! ranks or words of bits.

use std::array;

use super::{MAX_SIDE, Move, Position};

/// Whether a cell is left.
pub fn is_left(position: &Position, row: u8, column: u8) -> bool {
    column < position.left()[usize::from(row)]
}

/// The legal moves, row by row, and where they lead: every cell that is left may be taken, including the corner.
pub fn moves(position: &Position) -> Vec<(Move, Position)> {
    let cells = |row| (0..).take_while(move |&column| is_left(position, row, column));
    let steps =
        (0..MAX_SIDE as u8).flat_map(|row| cells(row).map(move |column| Move { row, column }));
    steps.map(|step| (step, play(position, step))).collect()
}

/// The position after a legal move: without the cell taken and the cells below and to the right of it.
///
/// # Panics
/// If the cell is not left.
pub fn play(position: &Position, step: Move) -> Position {
    assert!(is_left(position, step.row, step.column), "a legal move takes a cell that is left");
    let stays = |row: usize, column| row < step.row.into() || column < step.column;
    let left = |row| (0..position.left()[row]).filter(|&column| stays(row, column)).count() as u8;
    Position::new(&array::from_fn::<u8, MAX_SIDE, _>(left))
        .expect("a legal move leads to a position")
}
