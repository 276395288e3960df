//! The rules, written plainly, and a plain solver that plays whole games by them.
//!
//! Nothing here uses matchings, indexes or colours: the fast code is checked against this module.

use std::collections::HashMap;

use super::board::{Board, Cell, Pair};
use super::position::{Move, Position};
use crate::Outcome;

/// The effect of a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The piece moves onto the other one, and the player has won.
    Capture,
    /// The game continues in this position, in which the pair just left is visited.
    Continue(Position),
}

/// All legal moves: one piece, one step up, left, right or down, onto the other piece,
/// or onto a free cell if the pair of cells has not occurred before.
#[must_use]
pub fn moves(position: &Position) -> Vec<(Move, Effect)> {
    let (first, second) = (position.pieces().first(), position.pieces().second());
    let mut moves = Vec::new();
    for (from, other) in [(first, second), (second, first)] {
        for to in neighbours(position.board(), from) {
            let step = Move { from, to };
            if to == other {
                moves.push((step, Effect::Capture));
                continue;
            }
            let pair = Pair::new(to, other).expect("they are different cells");
            if position.history().contains(&pair) {
                continue;
            }
            let mut history = position.history().to_vec();
            history.push(position.pieces());
            let next = Position::with_history(position.board().clone(), pair, history);
            moves.push((step, Effect::Continue(next.expect("the pair is new"))));
        }
    }
    moves
}

/// The free cells one step away.
pub fn neighbours(board: &Board, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
    [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(move |(down, right)| {
        let (row, column) =
            (cell.row.checked_add_signed(down)?, cell.column.checked_add_signed(right)?);
        Some(Cell { row, column }).filter(|&cell| board.is_free(cell))
    })
}

/// Plays all games to their ends. Only for tiny boards: the outcome depends on
/// the set of visited pairs, of which there are exponentially many.
#[derive(Debug, Default)]
pub struct PlainSolver {
    /// By the pieces and the sorted visited pairs, for one board.
    seen: HashMap<(Pair, Vec<Pair>), Outcome>,
    board: Option<Board>,
}

impl PlainSolver {
    /// Who wins, by definition: a position is won if a move captures, or leads to a
    /// position that is lost, with its history.
    pub fn outcome(&mut self, position: &Position) -> Outcome {
        if self.board.as_ref() != Some(position.board()) {
            self.board = Some(position.board().clone());
            self.seen.clear();
        }
        let moves = moves(position);
        if moves.iter().any(|(_, effect)| *effect == Effect::Capture) {
            return Outcome::Win;
        }
        let mut visited = position.history().to_vec();
        visited.sort_unstable();
        let key = (position.pieces(), visited);
        if let Some(&outcome) = self.seen.get(&key) {
            return outcome;
        }
        let wins = moves.iter().any(|(_, effect)| self.result(effect) == Outcome::Win);
        let outcome = if wins { Outcome::Win } else { Outcome::Loss };
        self.seen.insert(key, outcome);
        outcome
    }

    /// What a move is worth to the player who makes it.
    pub fn result(&mut self, effect: &Effect) -> Outcome {
        match effect {
            Effect::Capture => Outcome::Win,
            Effect::Continue(next) => self.outcome(next).reversed(),
        }
    }
}
