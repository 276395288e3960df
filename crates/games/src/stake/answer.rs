//! A board's score, and the results of its moves, best first.

use super::{Move, Position};

/// A board's score and all its moves. The score is the mover's largest region minus the opponent's on the full
/// board under best play, −64 to 64.
pub type Answer = perfectplay_core::Answer<Position, Move, i8>;

/// The answer for `position`, from the `score` of each board that a move leads to, or of
/// `position` itself if it is full. `None` if `score` returns `None` for one of them.
pub fn answer(
    position: &Position,
    mut score: impl FnMut(&Position) -> Option<i8>,
) -> Option<Answer> {
    answer_with(position, |boards, values| {
        values.iter_mut().zip(boards).for_each(|(place, board)| *place = score(board));
    })
}

/// The answer, where `values` writes the scores of many boards at once into places that hold `None`.
pub fn answer_with(
    position: &Position,
    values: impl FnMut(&[Position], &mut [Option<i8>]),
) -> Option<Answer> {
    let steps: Vec<Move> = position.moves().collect();
    let after = steps.iter().map(|&step| position.after(step)).collect::<Option<_>>()?;
    Answer::of_values(*position, steps, after, values, i8::wrapping_neg)
}
