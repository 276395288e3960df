//! Positions and moves.

use derive_more::Display;

use super::{Board, Cell, Pair, PositionError};

/// How many rows and columns boards in masks have at most.
const MASK_SIDE: usize = 8;

/// The cell of the lowest bit of a mask.
const fn mask_cell(mask: u64) -> Cell {
    let bit = mask.trailing_zeros() as u8;
    Cell { row: bit / 8, column: bit % 8 }
}

/// Two pieces on a board, and the pairs that were visited and may not occur again.
///
/// The text is `P..#/..../.##./...P`, followed by the visited pairs if there are any, as in `
/// history:0,0+0,2;0,1+0,2`. They need not form a path of moves: for the rules it only matters whether a pair has
/// occurred.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    pieces: Pair,
    history: Vec<Pair>,
}

/// Moving a piece one step; the text is `0,0>0,1`.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[display("{from}>{to}")]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes: onto the other piece to capture it.
    pub to: Cell,
}

impl Position {
    /// A fresh start.
    ///
    /// # Errors
    /// [`PositionError::NotFree`].
    pub fn new(board: Board, pieces: Pair) -> Result<Self, PositionError> {
        Self::with_history(board, pieces, Vec::new())
    }

    /// A position in the middle of a game: the pairs in `history` may not occur again.
    ///
    /// # Errors
    /// [`PositionError::NotFree`], or [`PositionError::Twice`] if a pair occurs twice in the history,
    /// or in the history and as the pieces.
    pub fn with_history(
        board: Board,
        pieces: Pair,
        history: Vec<Pair>,
    ) -> Result<Self, PositionError> {
        for &pair in history.iter().chain([&pieces]) {
            let cell = [pair.first(), pair.second()].into_iter().find(|&cell| !board.is_free(cell));
            if let Some(cell) = cell {
                return Err(PositionError::NotFree { pair, cell });
            }
        }
        let mut seen: Vec<Pair> = history.iter().copied().chain([pieces]).collect();
        seen.sort_unstable();
        match seen.windows(2).find(|two| two[0] == two[1]) {
            Some(two) => Err(PositionError::Twice(two[0])),
            None => Ok(Self { board, pieces, history }),
        }
    }

    /// A fresh start on a board of these rows and columns, at most eight each, from the cells that are not free and those of both
    /// pieces: bit 8 · row + column.
    ///
    /// # Errors
    /// [`PositionError::MaskSize`], [`MaskCell`](PositionError::MaskCell), [`TooFewPieces`](PositionError::TooFewPieces) or
    /// [`ThirdPiece`](PositionError::ThirdPiece).
    pub fn from_masks(
        (rows, columns): (usize, usize),
        [removed, pieces]: [u64; 2],
    ) -> Result<Self, PositionError> {
        let sides = 1..=MASK_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(PositionError::MaskSize(rows, columns));
        }
        let row = (1 << columns) - 1;
        let all = (0..rows).fold(0, |all, it| all | row << (MASK_SIDE * it));
        let wrong = (removed | pieces) & !all | removed & pieces;
        if wrong != 0 {
            return Err(PositionError::MaskCell(mask_cell(wrong)));
        }
        let others = pieces & pieces.wrapping_sub(1);
        let third = others & others.wrapping_sub(1);
        if third != 0 {
            let Cell { row, column } = mask_cell(third);
            return Err(PositionError::ThirdPiece { row: row.into(), column: column.into() });
        }
        if others == 0 {
            return Err(PositionError::TooFewPieces(pieces.count_ones() as usize));
        }
        let free_row = |it| (!removed >> (MASK_SIDE * it) & row) << (columns * it);
        let free = (0..rows).fold(0, |free, it| free | free_row(it));
        let board = Board::from_valid_words(rows as u8, columns as u8, &[free]);
        let pieces =
            Pair::new(mask_cell(pieces), mask_cell(others)).expect("two bits are two cells");
        Ok(Self { board, pieces, history: Vec::new() })
    }

    /// The masks that [`from_masks`](Self::from_masks) takes; `None` of a larger board, or in the middle of a game.
    pub fn masks(&self) -> Option<[u64; 2]> {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        if rows.max(columns) > MASK_SIDE || !self.history.is_empty() {
            return None;
        }
        let removed = |row| (!self.board.row(row) & ((1 << columns) - 1)) << (MASK_SIDE * row);
        let bit = |cell: Cell| 1 << (MASK_SIDE * usize::from(cell.row) + usize::from(cell.column));
        let pieces = bit(self.pieces.first()) | bit(self.pieces.second());
        Some([(0..rows).map(removed).sum(), pieces])
    }

    /// Skips the checks of [`with_history`](Self::with_history): for pairs that come from a position.
    pub const fn from_valid_pairs(board: Board, pieces: Pair, history: Vec<Pair>) -> Self {
        Self { board, pieces, history }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cells of the pieces.
    #[inline]
    pub fn pieces(&self) -> Pair {
        self.pieces
    }

    /// The visited pairs, in the order given; none for a fresh start.
    #[inline]
    pub fn history(&self) -> &[Pair] {
        &self.history
    }

    /// The position after a legal move that does not capture: the pair that it leaves is
    /// visited. `None` for other moves.
    pub fn after(&self, step: Move) -> Option<Self> {
        let pieces = self.moved(step)?;
        if self.history.contains(&pieces) {
            return None;
        }
        let mut history = Vec::with_capacity(self.history.len() + 1);
        history.extend_from_slice(&self.history);
        history.push(self.pieces);
        Some(Self { board: self.board.clone(), pieces, history })
    }

    /// The pair after a step of one of the pieces onto a free cell, visited or not.
    fn moved(&self, step: Move) -> Option<Pair> {
        let (to, still) = step.cells_after(self.pieces)?;
        Pair::new(to, still).filter(|_| self.board.is_free(to))
    }
}

impl Move {
    /// The capture of the second piece by the first one, which is next to it.
    pub(super) fn capture(pieces: Pair) -> Self {
        Self { from: pieces.first(), to: pieces.second() }
    }

    /// The cells of the pieces after the step, the moved piece first; both are the same after a
    /// capture. `None` if it moves neither piece, or not by one step.
    pub(super) fn cells_after(self, pieces: Pair) -> Option<(Cell, Cell)> {
        let still = match self.from {
            from if from == pieces.first() => pieces.second(),
            from if from == pieces.second() => pieces.first(),
            _ => return None,
        };
        self.from.is_next_to(self.to).then_some((self.to, still))
    }
}
