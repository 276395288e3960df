//! A tower's expected minutes, and the results of its moves by roll, best first.

use std::fmt;

use super::position::{Color, Move, Position, Roll};
use super::rules;

/// One move of a [`RollAnswer`].
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnswer {
    /// The move.
    pub step: Move,
    /// The tower that it leads to.
    pub position: Position,
    /// That tower's expected minutes.
    pub value: f64,
    /// What the move is worth: `1 + value`, the minute that it takes and those after it.
    pub result: f64,
    /// Whether its result equals the best of this roll.
    pub best: bool,
}

impl fmt::Display for MoveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.step, f)
    }
}

/// The moves after one roll of the die.
#[derive(Clone, Debug, PartialEq)]
pub struct RollAnswer {
    /// The roll.
    pub roll: Roll,
    /// Every move, sorted by result, best first, then by text. If there is none, the minute passes.
    pub moves: Vec<MoveAnswer>,
}

/// A tower's value and all its moves.
#[derive(Clone, Debug, PartialEq)]
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
        let mut least = [None; 3];
        let mut rolls = Roll::ALL.map(|roll| RollAnswer { roll, moves: Vec::new() });
        for (color, roll) in Color::ALL.into_iter().zip(&mut rolls) {
            for step in rules::moves(tower, color) {
                let (_, position) = rules::play(tower, step).ok()?;
                let value = value(&position)?;
                let result = 1.0 + value;
                roll.moves.push(MoveAnswer { step, position, value, result, best: false });
            }
            least[color as usize] = roll.moves.iter().map(|reply| reply.value).reduce(f64::min);
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
