//! The one form of answers: a position's value and its moves with their results, best first. Only Colored Jenga,
//! where a die decides which moves there are, wraps its moves in another form.

use std::cmp::Reverse;
use std::fmt;

use crate::{Outcome, Value};

/// A move `M` to `P`, and what it is worth in the unit `V`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveAnswer<M, P, V> {
    /// The move.
    pub step: M,
    /// The position that it leads to.
    pub position: P,
    /// That position's value, seen by the player to move there.
    pub value: V,
    /// What the move is worth to the player who makes it.
    pub result: V,
    /// Whether its result equals the best.
    pub best: bool,
}

/// A position's value and all its moves `M`, which lead to `N`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer<P, M, V, N = P> {
    /// The position asked for.
    pub position: P,
    /// Its value, seen by the player to move: the best result of a move, if there is one.
    pub value: V,
    /// Every move, sorted by result, best first, and among equal results by the move.
    pub moves: Vec<MoveAnswer<M, N, V>>,
}

impl<M, P, V> MoveAnswer<M, P, V> {
    /// A move whose worth is known.
    pub const fn of_parts(step: M, position: P, value: V, result: V, best: bool) -> Self {
        Self { step, position, value, result, best }
    }
}

impl<P, M, V, N> Answer<P, M, V, N> {
    /// An answer that is known; the moves are sorted.
    pub const fn of_parts(position: P, value: V, moves: Vec<MoveAnswer<M, N, V>>) -> Self {
        Self { position, value, moves }
    }

    /// The best move, the first of several; `None` if there is none.
    pub fn best(&self) -> Option<&MoveAnswer<M, N, V>> {
        self.moves.first().filter(|first| first.best)
    }
}

impl<M, P, V: Copy + Into<Value>> MoveAnswer<M, P, V> {
    /// Whether the move wins.
    pub fn winning(&self) -> bool {
        self.result.into().outcome == Outcome::Win
    }
}

impl<M, P> MoveAnswer<M, P, i64> {
    /// What the move scores at once, in a game of scores: its result is that minus the value of what follows.
    pub const fn gain(&self) -> i64 {
        self.result + self.value
    }
}

impl<M: fmt::Display, P, V> fmt::Display for MoveAnswer<M, P, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.step.fmt(f)
    }
}

impl<P, M: Copy + Ord, V: Copy + Into<Value>, N> Answer<P, M, V, N> {
    /// The winning moves in ascending order.
    pub fn winning_moves(&self) -> Vec<M> {
        let winning = self.moves.iter().filter(|reply| reply.winning());
        let mut winning: Vec<M> = winning.map(|reply| reply.step).collect();
        winning.sort_unstable();
        winning
    }
}

impl<P, M: Copy + Ord, V: Copy + Ord> Answer<P, M, V> {
    /// The answer for a position with these moves and positions that they lead to. `values` writes the values of
    /// many positions into places that hold `None`, and that of the position itself if it has no move; the result
    /// is `None` if it leaves one out. `result` is what a move to a position of some value is worth.
    pub fn of_values(
        position: P,
        steps: Vec<M>,
        after: Vec<P>,
        mut values: impl FnMut(&[P], &mut [Option<V>]),
        result: impl Fn(V) -> V,
    ) -> Option<Self> {
        let mut found = vec![None; after.len()];
        values(&after, &mut found);
        let mut moves = Vec::with_capacity(after.len());
        for ((step, position), value) in steps.into_iter().zip(after).zip(found) {
            let value = value?;
            moves.push(MoveAnswer { step, position, value, result: result(value), best: false });
        }
        let value = match rank(&mut moves) {
            Some(best) => best,
            None => {
                let mut own = [None];
                values(std::slice::from_ref(&position), &mut own);
                own[0]?
            }
        };
        Some(Self { position, value, moves })
    }
}

/// Sorts moves by result, best first, and among equal results by the move; marks the best ones and returns
/// their result.
pub fn rank<M: Copy + Ord, P, V: Copy + Ord>(moves: &mut [MoveAnswer<M, P, V>]) -> Option<V> {
    moves.sort_unstable_by_key(|reply| (Reverse(reply.result), reply.step));
    let best = moves.first()?.result;
    for reply in moves {
        reply.best = reply.result == best;
    }
    Some(best)
}

/// A published theorem, applied to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Theorem {
    /// What it says about the position.
    pub statement: String,
    /// Where it was published.
    pub source: &'static str,
}

impl Theorem {
    /// What a theorem that was published somewhere says about a position.
    pub fn new(statement: impl Into<String>, source: &'static str) -> Self {
        Self { statement: statement.into(), source }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.statement, self.source)
    }
}
