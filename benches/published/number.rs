//! The Number Game: a memoised search over bit masks.
//!
//! This is how programs for POJ 1143 solve it. The available numbers are the bits of a word, a
//! search tries one number after the other until one wins, and every set is searched once.

use perfectplay_core::Outcome;
use perfectplay_games::number::{Move, Position};

use crate::{Known, bits, outcome_of, wins};

/// Who wins.
pub fn outcome(position: &Position) -> Outcome {
    outcome_of(wins(position.mask(), &mut Known::default(), moves))
}

/// The winning moves, ascending, which the contest asks for.
pub fn winning_moves(position: &Position) -> Vec<Move> {
    let mut known = Known::default();
    let available = position.mask();
    let loses = |&number: &usize| !wins(after(available, number), &mut known, moves);
    bits(available).filter(loses).map(|number| Move(number as u8)).collect()
}

/// What is left after each number.
fn moves(available: u64) -> impl Iterator<Item = u64> {
    bits(available).map(move |number| after(available, number))
}

/// What is left of the available numbers when one is named: those that are not a multiple of it, or
/// the sum of a multiple and an unavailable number.
fn after(available: u64, number: usize) -> u64 {
    // The bit of 0 stands for multiples alone; 1 is neither available nor part of a sum.
    let mut sums = !available & !0b10;
    let mut multiple = number;
    while multiple < 64 {
        // What is in the sums so far has all smaller multiples.
        sums |= sums << multiple;
        multiple *= 2;
    }
    available & !sums
}
