//! A position's value, and the results of its moves, best first.

use std::cmp::Reverse;
use std::fmt;

use super::{Move, Position};
use crate::{Outcome, Value};

/// One move of an [`Answer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub step: Move,
    /// The position that it leads to.
    pub position: Position,
    /// That position's value, seen by the player to move there.
    pub value: Value,
    /// What the move is worth to the player who makes it.
    pub result: Value,
    /// Whether its result equals the best.
    pub best: bool,
}

impl MoveAnswer {
    /// Whether the move wins.
    #[must_use]
    pub fn winning(&self) -> bool {
        self.result.outcome == Outcome::Win
    }
}

impl fmt::Display for MoveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.step, f)
    }
}

/// A position's value and all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position asked for.
    pub position: Position,
    /// Its value: the best result of a move, or [`Value::WON`] (or a win without plies) if no cell
    /// is left.
    pub value: Value,
    /// Every move, sorted by result, best first, then by row and column.
    pub moves: Vec<MoveAnswer>,
}

impl Answer {
    /// The answer for `position`, from the `value` of each position that a move leads to, or of
    /// `position` itself if no cell is left. `None` if `value` returns `None` for one of them.
    pub fn new(
        position: Position,
        mut value: impl FnMut(&Position) -> Option<Value>,
    ) -> Option<Self> {
        Self::with_values(position, |positions, values| {
            values.iter_mut().zip(positions).for_each(|(place, position)| *place = value(position));
        })
    }

    /// The same from something that writes the values of many positions at once into places that are
    /// `None` before.
    pub fn with_values(
        position: Position,
        mut values: impl FnMut(&[Position], &mut [Option<Value>]),
    ) -> Option<Self> {
        let steps: Vec<Move> = position.moves().collect();
        let after: Option<Vec<Position>> = steps.iter().map(|&step| position.after(step)).collect();
        let after = after?;
        let mut found = vec![None; after.len()];
        values(&after, &mut found);
        let mut moves = Vec::with_capacity(after.len());
        for ((step, position), value) in steps.into_iter().zip(after).zip(found) {
            let value = value?;
            let result = value.reversed();
            moves.push(MoveAnswer { step, position, value, result, best: false });
        }
        moves.sort_unstable_by_key(|reply| (Reverse(reply.result), reply.step));
        let best = match moves.first() {
            Some(reply) => reply.result,
            None => {
                let mut own = [None];
                values(&[position], &mut own);
                own[0]?
            }
        };
        for reply in &mut moves {
            reply.best = reply.result == best;
        }
        Some(Self { position, value: best, moves })
    }

    /// The winning moves, by row and column.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Move> {
        let winning = self.moves.iter().filter(|reply| reply.winning());
        let mut winning: Vec<Move> = winning.map(|reply| reply.step).collect();
        winning.sort_unstable();
        winning
    }
}
