//! A position's outcome with every move's, best first.

use super::position::{Move, Position};
use super::rules::{self, Effect};
use super::solver::Solved;
use crate::Outcome;

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub step: Move,
    /// The position that it leads to, the pair just left being visited; `None` if the move
    /// captures.
    pub position: Option<Position>,
    /// That position's outcome, seen by the player to move there; a loss after a capture.
    pub value: Outcome,
    /// `value` reversed: what the move is worth to the player who makes it.
    pub result: Outcome,
    /// Whether it wins.
    pub winning: bool,
    /// Whether its result equals the best: on a lost position all moves' do.
    pub best: bool,
}

/// A position's outcome and all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position asked for.
    pub position: Position,
    /// Who wins, seen by the player to move.
    pub outcome: Outcome,
    /// Every legal move, winning ones first, then by text.
    pub moves: Vec<MoveAnswer>,
}

impl Answer {
    /// Solves a position, history included, on the spot.
    #[must_use]
    pub fn solve(position: &Position) -> Self {
        let solved = Solved::with_history(position.board(), position.history());
        let answer = solved.ok().and_then(|solved| solved.answer(position.pieces()));
        answer.expect("a position's pairs are of its board, and its pieces are not visited")
    }

    /// The answer for a position when `result` tells what its legal moves are worth to the
    /// player who makes them; `None` where it does not, or where `outcome` is not the best of
    /// that.
    pub(super) fn new(
        position: Position,
        outcome: Outcome,
        result: impl Fn(Move) -> Option<Outcome>,
    ) -> Option<Self> {
        let answer = |(step, effect)| {
            let result = result(step)?;
            Some(MoveAnswer {
                step,
                position: match effect {
                    Effect::Capture => None,
                    Effect::Continue(next) => Some(next),
                },
                value: result.reversed(),
                result,
                winning: result == Outcome::Win,
                best: result == outcome,
            })
        };
        let legal = rules::moves(&position).into_iter();
        let mut moves: Vec<MoveAnswer> = legal.map(answer).collect::<Option<_>>()?;
        moves.sort_by_cached_key(|reply| (!reply.winning, reply.step.to_string()));
        let can_win = moves.first().is_some_and(|reply| reply.winning);
        (can_win == (outcome == Outcome::Win)).then_some(Self { position, outcome, moves })
    }

    /// The winning moves, by text.
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().filter(|reply| reply.winning).map(|reply| reply.step)
    }
}
