//! Boards for the tests of stake, and what they share.

use fastrand::Rng;
use perfectplay_core::control::Control;
use perfectplay_core::layers::solve_all;
use perfectplay_core::{PlainSolver, Rules};
use perfectplay_games::stake::{
    BoardIndex, FamilyIndex, FamilyLookup, FamilySolver, Index, Position, SmallSolver, Solver,
    Stake, answer as answer_of, rules,
};

use crate::layers::by_tasks;

mod family;
mod family_large;
mod index;
mod texts;
mod values;

/// A board with `empty` random cells empty and the others filled at random, as far as the
/// counts allow.
fn random_board(rng: &mut Rng, size: usize, empty: usize) -> Position {
    let mut cells: Vec<usize> = (0..size * size).collect();
    rng.shuffle(&mut cells);
    let mut filled = [0; 2];
    for (i, cell) in cells[empty..].iter().enumerate() {
        filled[i % 2] |= 1 << (8 * (cell / size) + cell % size);
    }
    Position::from_masks(size, filled).expect("a board")
}
