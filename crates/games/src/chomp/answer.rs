//! A position's value, and the results of its moves, best first.

use super::{Move, Position};
use perfectplay_core::Value;

/// A position's value and all its moves. Where no cell is left the value is [`Value::WON`], or a win without
/// plies.
pub type Answer = perfectplay_core::Answer<Position, Move, Value>;

/// The answer for `position`, from the `value` of each position that a move leads to, or of
/// `position` itself if no cell is left. `None` if `value` returns `None` for one of them.
pub fn answer(
    position: Position,
    mut value: impl FnMut(&Position) -> Option<Value>,
) -> Option<Answer> {
    answer_with(position, |positions, values| {
        values.iter_mut().zip(positions).for_each(|(place, position)| *place = value(position));
    })
}

/// The answer, where `values` writes the values of many positions at once into places that hold `None`.
pub fn answer_with(
    position: Position,
    values: impl FnMut(&[Position], &mut [Option<Value>]),
) -> Option<Answer> {
    let steps: Vec<Move> = position.moves().collect();
    let after = steps.iter().map(|&step| position.after(step)).collect::<Option<_>>()?;
    Answer::of_values(position, steps, after, values, Value::reversed)
}
