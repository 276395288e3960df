//! A tower's expected minutes, and the results of its moves by roll, best first.

use super::{Color, Move, Position, Roll, rules};
use perfectplay_core::MoveAnswer;

/// The moves after one roll of the die.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RollAnswer {
    /// The roll.
    pub roll: Roll,
    /// Every move, sorted by result, best first, then by text; the result is `1 + value`, the minute that the
    /// move takes and those after it. If there is none, the minute passes.
    pub moves: Vec<MoveAnswer<Move, Position, f64>>,
}

/// A tower's value and all its moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The tower asked for.
    pub position: Position,
    /// Expected minutes until the end under best play.
    pub value: f64,
    /// The four rolls in the order of [`Roll::ALL`].
    pub rolls: [RollAnswer; 4],
}

impl Answer {
    /// The answer for a tower, from the `value` of each tower that a move leads to. `None` if
    /// `value` returns `None` for one of them.
    pub fn new(tower: &Position, mut value: impl FnMut(&Position) -> Option<f64>) -> Option<Self> {
        Self::with_values(tower, |towers, values| {
            values.iter_mut().zip(towers).for_each(|(place, tower)| *place = value(tower));
        })
    }

    /// The answer, where `values` writes the values of many towers at once into places that hold `None`.
    pub fn with_values(
        tower: &Position,
        values: impl FnOnce(&[Position], &mut [Option<f64>]),
    ) -> Option<Self> {
        let (mut steps, mut after) = (Vec::new(), Vec::new());
        for color in Color::ALL {
            for step in rules::moves(tower, color) {
                let (_, position) = rules::play(tower, step).ok()?;
                steps.push((color, step));
                after.push(position);
            }
        }
        let mut found = vec![None; after.len()];
        values(&after, &mut found);
        let mut rolls = Roll::ALL.map(|roll| RollAnswer { roll, moves: Vec::new() });
        for (((color, step), position), value) in steps.into_iter().zip(after).zip(found) {
            let value = value?;
            let result = 1.0 + value;
            let reply = MoveAnswer::of_parts(step, position, value, result, false);
            rolls[color as usize].moves.push(reply);
        }
        let mut least = [None; 3];
        for (least, roll) in least.iter_mut().zip(&mut rolls) {
            *least = roll.moves.iter().map(|reply| reply.value).reduce(f64::min);
            roll.moves.sort_unstable_by(|one, other| {
                one.result
                    .total_cmp(&other.result)
                    .then_with(|| one.step.text_order().cmp(&other.step.text_order()))
            });
            let best = roll.moves.first().map(|best| best.result);
            for reply in &mut roll.moves {
                reply.best = Some(reply.result) == best;
            }
        }
        Some(Self { position: tower.clone(), value: rules::expected_minutes(least), rolls })
    }
}
