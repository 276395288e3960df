//! The index: every pair of free cells of a board has a number, and every number a pair.
//!
//! Free cells are numbered row by row. The pair of the cells a < b has the number
//! b (b − 1) / 2 + a, for b (b − 1) / 2 pairs consist of two of the b cells below b.

use super::board::{Board, Cell, MAX_SIDE, Pair};

/// Marks cells that are not free.
pub(super) const NONE: u16 = u16::MAX;

/// The numbers of a board's free cells and of their pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// The free cells, by number.
    cells: Vec<Cell>,
    /// The numbers of the cells, by row · 64 + column.
    numbers: Vec<u16>,
}

impl Index {
    /// The index of a board.
    pub fn new(board: &Board) -> Self {
        let cells: Vec<Cell> = board.cells().collect();
        let mut numbers = vec![NONE; board.rows() * MAX_SIDE];
        for (number, &cell) in cells.iter().enumerate() {
            numbers[place(cell)] = number as u16;
        }
        Self { cells, numbers }
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.cells.len() * self.cells.len().saturating_sub(1) / 2
    }

    /// Whether the board has fewer than two free cells.
    pub fn is_empty(&self) -> bool {
        self.cells.len() < 2
    }

    /// The free cells, by number.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of a free cell.
    pub fn cell_number(&self, cell: Cell) -> Option<u16> {
        let on_board = usize::from(cell.column) < MAX_SIDE;
        let number = self.numbers.get(place(cell)).filter(|_| on_board)?;
        (*number != NONE).then_some(*number)
    }

    /// The number of a pair, below [`len`](Self::len); `None` unless both cells are free.
    #[inline]
    pub fn index(&self, pair: Pair) -> Option<usize> {
        Some(rank(self.cell_number(pair.first())?.into(), self.cell_number(pair.second())?.into()))
    }

    /// The pair of a number; `None` from [`len`](Self::len) on.
    pub fn pair(&self, index: usize) -> Option<Pair> {
        (index < self.len()).then(|| {
            let (low, high) = unrank(index);
            Pair::new(self.cells[low], self.cells[high]).expect("the numbers differ")
        })
    }
}

/// The number of the pair of the numbers `low` < `high`.
#[inline]
pub(super) const fn rank(low: usize, high: usize) -> usize {
    high * (high - 1) / 2 + low
}

/// The inverse of [`rank`]: high is the largest with high (high − 1) / 2 ≤ rank, that is
/// with (2 high − 1)² ≤ 8 rank + 1.
pub(super) const fn unrank(rank: usize) -> (usize, usize) {
    let high = (8 * rank + 1).isqrt().div_ceil(2);
    (rank - high * (high - 1) / 2, high)
}

fn place(cell: Cell) -> usize {
    usize::from(cell.row) * MAX_SIDE + usize::from(cell.column)
}
