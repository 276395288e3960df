//! Boards for the tests of contour, and what they share.

use fastrand::Rng;
use perfectplay_games::contour::{Board, Position, Reader, rules};
use perfectplay_games::staircase::choose;

mod schedule;
mod texts;
mod values;

/// A board with random scores up to `most`.
fn random_board(rng: &mut Rng, rows: usize, columns: usize, most: u32) -> Board {
    let mut scores =
        || (0..rows).map(|_| (0..columns).map(|_| rng.u32(..=most)).collect()).collect();
    let (a, b): (Vec<Vec<u32>>, Vec<Vec<u32>>) = (scores(), scores());
    Board::new(&a, &b).expect("sides and scores are in range")
}

/// The board with the same two scores in every cell.
fn uniform(rows: usize, columns: usize, a: u32, b: u32) -> Board {
    Board::new(&vec![vec![a; columns]; rows], &vec![vec![b; columns]; rows])
        .expect("sides and scores are in range")
}
