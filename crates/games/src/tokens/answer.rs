//! The outcome of a position, and its moves with their results, best first.

use super::position::{Move, Position};
use super::rules::neighbours;
use perfectplay_core::{MoveAnswer, Outcome, rank};

/// A position's outcome and all its legal moves. In the position that a move leads to the pair just left is
/// visited; a move that captures leads to none, where the opponent has lost.
pub type Answer = perfectplay_core::Answer<Position, Move, Outcome, Option<Position>>;

/// The answer for a position of this outcome, where `result` returns what a legal move is worth to the player
/// who makes it; `None` if it returns `None` for a move, or if `outcome` is not the best result.
pub(super) fn answer(
    position: Position,
    outcome: Outcome,
    result: impl Fn(Move) -> Option<Outcome>,
) -> Option<Answer> {
    let reply = |(step, position)| {
        let result = result(step)?;
        Some(MoveAnswer::of_parts(step, position, result.reversed(), result, false))
    };
    let mut moves: Vec<_> = legal(&position).map(reply).collect::<Option<_>>()?;
    let best = rank(&mut moves).unwrap_or(Outcome::Loss);
    (best == outcome).then(|| Answer::of_parts(position, outcome, moves))
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
