//! A board's score, and the results of its moves, best first.

use std::cmp::Reverse;
use std::fmt;

use super::{Move, Position};

/// One move of an [`Answer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub step: Move,
    /// The board that it leads to.
    pub position: Position,
    /// That board's score, seen by the player to move there.
    pub value: i8,
    /// What the move is worth to the player who makes it: `-value`.
    pub result: i8,
    /// Whether its result equals the best.
    pub best: bool,
}

impl fmt::Display for MoveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.step, f)
    }
}

/// A board's score and all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The board asked for.
    pub position: Position,
    /// The score: the mover's largest region minus the opponent's on the full board under best
    /// play, −64 to 64. It equals the best result of a move.
    pub value: i8,
    /// Every move, sorted by result, best first, then by row and column.
    pub moves: Vec<MoveAnswer>,
}

impl Answer {
    /// The answer for `position`, from the `score` of each board that a move leads to, or of
    /// `position` itself if it is full. `None` if `score` returns `None` for one of them.
    pub fn new(
        position: &Position,
        mut score: impl FnMut(&Position) -> Option<i8>,
    ) -> Option<Self> {
        Self::with_values(position, |boards, values| {
            values.iter_mut().zip(boards).for_each(|(place, board)| *place = score(board));
        })
    }

    /// The same from something that writes the scores of many boards at once into places that are
    /// `None` before.
    pub fn with_values(
        position: &Position,
        mut values: impl FnMut(&[Position], &mut [Option<i8>]),
    ) -> Option<Self> {
        let steps: Vec<Move> = position.moves().collect();
        let after: Option<Vec<Position>> = steps.iter().map(|&step| position.after(step)).collect();
        let after = after?;
        let mut found = vec![None; after.len()];
        values(&after, &mut found);
        let mut moves = Vec::with_capacity(after.len());
        for ((step, position), value) in steps.into_iter().zip(after).zip(found) {
            let value = value?;
            let result = value.wrapping_neg();
            moves.push(MoveAnswer { step, position, value, result, best: false });
        }
        moves.sort_unstable_by_key(|reply| (Reverse(reply.result), reply.step));
        let best = match moves.first() {
            Some(reply) => reply.result,
            None => {
                let mut own = [None];
                values(std::slice::from_ref(position), &mut own);
                own[0]?
            }
        };
        for reply in &mut moves {
            reply.best = reply.result == best;
        }
        Some(Self { position: *position, value: best, moves })
    }
}
