//! The value of a position, and its moves with their results, best first.

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
    /// The value of that position, as seen by the player to move there.
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
    /// The position.
    pub position: Position,
    /// Its value: the best of the moves' results, [`Value::LOST`] without a move.
    pub value: Value,
    /// Every move, sorted by result, best first, and among equal results by number.
    pub moves: Vec<MoveAnswer>,
}

impl Answer {
    /// The answer for `position`, where `child` returns the position that a move leads to and its
    /// value; `None` if it returns `None` for a move.
    pub fn new(
        position: Position,
        mut child: impl FnMut(Move) -> Option<(Position, Value)>,
    ) -> Option<Self> {
        // To sort small integers is faster than to sort the moves themselves.
        let mut children = [(Position::NONE, Value::LOST); 64];
        let mut order = [0u32; 64];
        let mut count = 0;
        for number in position.numbers() {
            let step = Move(number);
            let found = child(step)?;
            let worse = u32::from(0x3ff - found.1.reversed().strength());
            order[count] = worse << 8 | u32::from(number);
            children[usize::from(number)] = found;
            count += 1;
        }
        let order = &mut order[..count];
        order.sort_unstable();
        let best =
            order.first().map_or(Value::LOST, |first| children[(first & 63) as usize].1.reversed());
        let moves = order
            .iter()
            .map(|&place| {
                let number = (place & 63) as u8;
                let (position, value) = children[usize::from(number)];
                let result = value.reversed();
                MoveAnswer { step: Move(number), position, value, result, best: result == best }
            })
            .collect();
        Some(Self { position, value: best, moves })
    }

    /// The winning moves, ascending.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Move> {
        let mut winning: Vec<Move> =
            self.moves.iter().filter(|reply| reply.winning()).map(|reply| reply.step).collect();
        winning.sort_unstable();
        winning
    }
}
