//! The rules, written plainly.
//!
//! Nothing here uses matchings, indexes or colours: the fast code is checked against this module.

use super::{Board, Cell, Move, Pair, Position};

/// The effect of a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The piece moves onto the other one, and the player has won.
    Capture,
    /// The game continues in this position, in which the pair just left is visited.
    Continue(Position),
}

impl Effect {
    /// The position in which the game continues.
    pub fn position(self) -> Option<Position> {
        match self {
            Self::Capture => None,
            Self::Continue(position) => Some(position),
        }
    }
}

/// All legal moves: one piece, one step up, left, right or down, onto the other piece,
/// or onto a free cell if the pair of cells has not occurred before.
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

/// The position with its history sorted, which the rules do not tell from any other order of it: they only ask whether
/// a pair has occurred.
pub fn representative(position: &Position) -> Position {
    let mut history = position.history().to_vec();
    history.sort_unstable();
    Position::with_history(position.board().clone(), position.pieces(), history)
        .expect("the same pairs")
}
