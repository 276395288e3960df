//! Boards for the tests.

use fastrand::Rng;
use perfectplay_games::stake::Position;

/// A board with `empty` random cells empty and the others filled at random, as far as the
/// counts allow.
pub(crate) fn random_board(rng: &mut Rng, size: usize, empty: usize) -> Position {
    let mut cells: Vec<usize> = (0..size * size).collect();
    rng.shuffle(&mut cells);
    let mut filled = [0; 2];
    for (i, cell) in cells[empty..].iter().enumerate() {
        filled[i % 2] |= 1 << (8 * (cell / size) + cell % size);
    }
    Position::from_masks(size, filled).expect("a board")
}
