//! The outcome of a position, and its moves with their results, best first.

use std::fmt;

use super::position::{Move, Position};
use super::rules::neighbours;
use crate::Outcome;

/// A move with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub step: Move,
    /// The position that it leads to, in which the pair just left is visited; `None` if the move
    /// captures.
    pub position: Option<Position>,
    /// The outcome of that position, as seen by the player to move there; a loss after a capture.
    pub value: Outcome,
    /// What the move is worth to the player who makes it: `value` reversed.
    pub result: Outcome,
    /// Whether its result equals the best; in a lost position every move's does.
    pub best: bool,
}

impl MoveAnswer {
    /// Whether the move wins.
    #[must_use]
    pub fn winning(&self) -> bool {
        self.result == Outcome::Win
    }
}

impl fmt::Display for MoveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.step, f)
    }
}

/// A position's outcome and all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// Who wins, seen by the player to move.
    pub value: Outcome,
    /// Every legal move, winning ones first, then by the cell that the piece leaves and the one
    /// that it enters, each by row and column.
    pub moves: Vec<MoveAnswer>,
}

impl Answer {
    /// The answer for a position of this outcome, where `result` returns what a legal move is worth
    /// to the player who makes it; `None` if it returns `None` for a move, or if `outcome` is not the
    /// best result.
    pub(super) fn new(
        position: Position,
        outcome: Outcome,
        result: impl Fn(Move) -> Option<Outcome>,
    ) -> Option<Self> {
        let answer = |(step, position)| {
            let result = result(step)?;
            Some(MoveAnswer {
                step,
                position,
                value: result.reversed(),
                result,
                best: result == outcome,
            })
        };
        let mut moves: Vec<MoveAnswer> = legal(&position).map(answer).collect::<Option<_>>()?;
        moves.sort_unstable_by_key(|reply| (!reply.winning(), reply.step));
        let can_win = moves.first().is_some_and(|reply| reply.winning());
        (can_win == (outcome == Outcome::Win)).then_some(Self { position, value: outcome, moves })
    }

    /// The winning moves, in the order of [`moves`](Self::moves).
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().filter(|reply| reply.winning()).map(|reply| reply.step)
    }
}

/// The legal moves with the positions that they lead to; a capture leads to none.
fn legal(position: &Position) -> impl Iterator<Item = (Move, Option<Position>)> + '_ {
    let (first, second) = (position.pieces().first(), position.pieces().second());
    [(first, second), (second, first)].into_iter().flat_map(move |(from, other)| {
        neighbours(position.board(), from).filter_map(move |to| {
            let step = Move { from, to };
            if to == other { Some((step, None)) } else { Some((step, Some(position.after(step)?))) }
        })
    })
}
