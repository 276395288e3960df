//! The graph of pairs. Its edges are computed from the board, not stored.

use super::index::{NONE, rank};
use super::{Board, Index, MAX_SIDE, Move, Pair};

/// A pair by the numbers of its cells, `low` < `high`. It is a vertex of the graph if the cells are
/// not adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vertex {
    pub low: u16,
    pub high: u16,
}

/// How many steps a vertex has, by number: the piece on the lower cell up, left, right, down, then
/// the other piece.
pub(super) const STEPS: u8 = 8;

/// The steps from each free cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// By cell number: up, left, right, down; [`NONE`] where there is no free cell.
    steps: Vec<[u16; 4]>,
    /// By cell number: whether row and column add up to an odd number.
    odd: Vec<bool>,
}

impl Vertex {
    pub(super) fn new(one: u16, other: u16) -> Self {
        Self { low: one.min(other), high: one.max(other) }
    }

    /// The vertex of a pair; `None` if a cell is not free.
    pub(super) fn of(pair: Pair, index: &Index) -> Option<Self> {
        Some(Self::new(index.cell_number(pair.first())?, index.cell_number(pair.second())?))
    }

    /// The pair of the vertex.
    pub(super) fn pair(self, index: &Index) -> Pair {
        let cell = |number: u16| index.cells()[usize::from(number)];
        Pair::new(cell(self.low), cell(self.high)).expect("the numbers differ")
    }

    /// The pair's number.
    #[inline]
    pub(super) fn id(self) -> usize {
        rank(self.low.into(), self.high.into())
    }
}

impl Graph {
    /// Makes this the graph of a board.
    pub(super) fn set(&mut self, board: &Board, index: &Index) {
        let mut above = [NONE; MAX_SIDE];
        self.steps.clear();
        self.odd.clear();
        let mut row_above = None;
        for (number, cell) in index.cells().iter().enumerate() {
            let (row, column, number) = (cell.row, usize::from(cell.column), number as u16);
            let mut step = [NONE; 4];
            // `above` has the numbers of this row to the left of the cell, and of the row above
            // elsewhere. Numbers of older rows are cleared where a row begins.
            if row_above != Some(row) {
                row_above = Some(row);
                clear_removed(&mut above, board, row);
            }
            if above[column] != NONE {
                step[0] = above[column];
                self.steps[usize::from(above[column])][3] = number;
            }
            if column > 0 && board.row(row.into()) >> (column - 1) & 1 != 0 {
                step[1] = number - 1;
                self.steps[usize::from(number) - 1][2] = number;
            }
            above[column] = number;
            self.steps.push(step);
            self.odd.push((row ^ cell.column) & 1 != 0);
        }
    }

    /// The number of free cells.
    pub(super) fn cells(&self) -> u16 {
        self.steps.len() as u16
    }

    /// By cell number: up, left, right, down.
    pub(super) fn cell_steps(&self) -> &[[u16; 4]] {
        &self.steps
    }

    pub(super) fn cell_is_odd(&self, cell: u16) -> bool {
        self.odd[usize::from(cell)]
    }

    /// The colour of a vertex: steps lead from even to odd vertices and from odd to even ones.
    #[inline]
    pub(super) fn is_odd(&self, vertex: Vertex) -> bool {
        self.odd[usize::from(vertex.low)] != self.odd[usize::from(vertex.high)]
    }

    /// Where step `code` leads: to a pair, which is not a vertex if it is adjacent. `None` if there is
    /// no free cell.
    ///
    /// From an adjacent pair the step must not be the capture.
    #[inline]
    pub(super) fn step(&self, vertex: Vertex, code: u8) -> Option<Vertex> {
        let (moved, still) = pieces(vertex, code);
        let to = self.steps[usize::from(moved)][usize::from(code & 3)];
        (to != NONE).then(|| Vertex::new(to, still))
    }

    /// Step `code` as a move; `None` if there is no free cell.
    pub(super) fn move_of(&self, vertex: Vertex, code: u8, index: &Index) -> Option<Move> {
        let (moved, _) = pieces(vertex, code);
        let to = self.steps[usize::from(moved)][usize::from(code & 3)];
        let cell = |number: u16| index.cells()[usize::from(number)];
        (to != NONE).then(|| Move { from: cell(moved), to: cell(to) })
    }

    /// The step that leads back after step `code` led from `vertex` to `next`.
    #[inline]
    pub(super) fn back(vertex: Vertex, code: u8, next: Vertex) -> u8 {
        let (_, still) = pieces(vertex, code);
        // The moved piece is now the higher one if and only if the other is the lower one.
        u8::from(next.low == still) << 2 | (3 - (code & 3))
    }
}

/// The cell of the piece that a step moves, and that of the other piece.
#[inline]
fn pieces(Vertex { low, high }: Vertex, code: u8) -> (u16, u16) {
    if code < 4 { (low, high) } else { (high, low) }
}

/// Clears the entries of `above` for which the row above `row` has no free cell.
fn clear_removed(above: &mut [u16; MAX_SIDE], board: &Board, row: u8) {
    let free = if row == 0 { 0 } else { board.row(usize::from(row) - 1) };
    for (column, number) in above.iter_mut().enumerate() {
        if free >> column & 1 == 0 {
            *number = NONE;
        }
    }
}
