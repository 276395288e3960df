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

#[cfg(test)]
mod tests {
    use perfectplay_core::control::Control;
    use perfectplay_games::number::{Layer, Solver};

    use super::*;

    #[test]
    fn positions_up_to_20_have_the_outcomes_and_moves_of_the_solver() {
        let all = (2..=20).flat_map(|largest| Layer::new(largest).ascending());
        for position in all.step_by(20).chain([Position::NONE, Position::full(20)]) {
            let answer = Solver::default().answer(position, 10_000, Control::SILENT);
            let answer = answer.expect("memory").expect("as many as allowed");
            let wins = answer.moves.iter().filter(|reply| reply.winning());
            let mut wins: Vec<Move> = wins.map(|reply| reply.step).collect();
            wins.sort_unstable();
            assert_eq!(outcome(&position), answer.value.outcome, "{position}");
            assert_eq!(winning_moves(&position), wins, "{position}");
        }
    }
}
