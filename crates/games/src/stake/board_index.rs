//! The states of one board: between positions, states and their indexes.

use super::{CellsError, Index, Move, Position, State};

/// The perfect index of the positions that play from one board can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardIndex {
    board: Position,
    index: Index,
    /// The empty cells' bits in the masks of a [`Position`], row by row.
    cells: Vec<u64>,
}

impl BoardIndex {
    /// The index of the positions that play from `board` can reach.
    ///
    /// # Errors
    /// [`CellsError`] if it has more than [`Index::MAX_CELLS`] empty cells.
    pub fn new(board: Position) -> Result<Self, CellsError> {
        let cells: Vec<u64> = board.moves().map(Move::bit).collect();
        Ok(Self { board, index: Index::new(cells.len())?, cells })
    }

    /// The board.
    pub const fn board(&self) -> &Position {
        &self.board
    }

    /// The index of the board's states, which all boards with as many empty cells share.
    pub const fn states(&self) -> &Index {
        &self.index
    }

    /// The state of a position; `None` if play from the board cannot reach it.
    pub fn state_of(&self, position: &Position) -> Option<State> {
        let (before, now) = (self.board.filled(), position.filled());
        let kept = |digit: usize| now[digit] & !self.board.empty_cells() == before[digit];
        if position.size() != self.board.size() || !kept(0) || !kept(1) {
            return None;
        }
        let first = self.board.mover();
        Some(State { first: self.gathered(now[first]), second: self.gathered(now[1 - first]) })
    }

    /// The mask's bits of the empty cells: bit i of the result is that of the i-th.
    fn gathered(&self, mask: u64) -> u32 {
        let bits = self.cells.iter().enumerate();
        bits.fold(0, |bits, (i, cell)| bits | u32::from(mask & cell != 0) << i)
    }

    /// The position of a state of the index.
    pub fn position(&self, state: State) -> Position {
        let spread = |bits: u32| {
            let cells = self.cells.iter().enumerate();
            cells.fold(0, |mask, (i, cell)| if bits >> i & 1 == 1 { mask | cell } else { mask })
        };
        let (mut filled, first) = (self.board.filled(), self.board.mover());
        filled[first] |= spread(state.first);
        filled[1 - first] |= spread(state.second);
        Position::from_valid_masks(self.board.size(), filled)
    }

    /// The index of a position's state; `None` if play from the board cannot reach it.
    pub fn index_of(&self, position: &Position) -> Option<u64> {
        self.index.index_of(self.state_of(position)?)
    }
}
