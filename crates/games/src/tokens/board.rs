//! Boards, cells and pairs of cells.

use std::fmt;

use derive_more::{Debug, Display};
use smallvec::SmallVec;

use crate::texts::write_cell;

/// The longest side of a board.
pub const MAX_SIDE: usize = 64;

/// A cell by its row and column, counted from 0; the text is `2,1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

/// Two different cells, ordered by row and then by column; the text is `0,0+2,1`.
///
/// The pieces are identical, so a pair describes where they are.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[display("{first}+{second}")]
pub struct Pair {
    first: Cell,
    second: Cell,
}

/// An m × n board, 1 ≤ m, n ≤ 64, some of whose cells are removed.
///
/// The text is like that of a [`Position`](super::Position): rows separated by `/`, `.` a free cell and `#` a
/// removed one; `P` is also read as a free cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[debug("Board({self})")]
pub struct Board {
    rows: u8,
    columns: u8,
    /// The free cells as bits, row by row without gaps, the first cell the lowest bit of the first
    /// word; zero outside of the board. Boards of up to 128 cells need no memory of their own.
    free: SmallVec<[u64; 2]>,
}

impl Cell {
    /// The cell at a row and column.
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }

    /// Whether one step leads from this cell to the other.
    pub const fn is_next_to(self, other: Self) -> bool {
        self.row.abs_diff(other.row) as u16 + self.column.abs_diff(other.column) as u16 == 1
    }
}

impl Pair {
    /// The pair of two cells, given in any order; `None` if they are the same cell.
    pub fn new(one: Cell, other: Cell) -> Option<Self> {
        (one != other).then(|| Self { first: one.min(other), second: one.max(other) })
    }

    /// The upper cell, or the left one of the same row.
    #[inline]
    pub const fn first(self) -> Cell {
        self.first
    }

    /// The lower cell, or the right one of the same row.
    #[inline]
    pub const fn second(self) -> Cell {
        self.second
    }

    /// Whether the cells are next to each other, so that the player to move captures.
    #[inline]
    pub const fn is_adjacent(self) -> bool {
        self.first.is_next_to(self.second)
    }
}

impl Board {
    /// A board of free cells; `None` unless both sides are 1 to 64.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let sides = 1..=MAX_SIDE;
        (sides.contains(&rows) && sides.contains(&columns)).then(|| {
            let cells = rows * columns;
            let mut free = SmallVec::from_elem(u64::MAX, cells.div_ceil(64));
            let unused = free.len() * 64 - cells;
            *free.last_mut().expect("a board has a cell") >>= unused;
            Self { rows: rows as u8, columns: columns as u8, free }
        })
    }

    /// m, the number of rows.
    #[inline]
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// n, the number of columns.
    #[inline]
    pub const fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The free cells as bits, row by row without gaps, the first cell the lowest bit of the first word.
    #[inline]
    pub fn free_words(&self) -> &[u64] {
        &self.free
    }

    /// The board of these sides with these [free cells](Self::free_words). Checks nothing: the words are those of a board.
    pub fn from_valid_words(rows: u8, columns: u8, free: &[u64]) -> Self {
        Self { rows, columns, free: SmallVec::from_slice(free) }
    }

    /// Whether a cell is on the board and not removed.
    pub fn is_free(&self, cell: Cell) -> bool {
        let is_on_board = cell.row < self.rows && cell.column < self.columns;
        let (word, bit) = self.place(cell);
        is_on_board && self.free[word] >> bit & 1 != 0
    }

    /// Makes a cell free, or removes it.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn set_free(&mut self, cell: Cell, free: bool) {
        assert!(cell.row < self.rows && cell.column < self.columns, "{cell} is on the board");
        let (word, bit) = self.place(cell);
        let word = &mut self.free[word];
        *word = *word & !(1 << bit) | u64::from(free) << bit;
    }

    /// The word and the bit of a cell.
    fn place(&self, cell: Cell) -> (usize, usize) {
        let number = usize::from(cell.row) * self.columns() + usize::from(cell.column);
        (number / 64, number % 64)
    }

    /// The free cells of a row as bits, column 0 the lowest; none of a row that the board does not
    /// have.
    pub fn row(&self, row: usize) -> u64 {
        if row >= self.rows() {
            return 0;
        }
        let first = row * self.columns();
        let word = |word: usize| self.free.get(word).copied().unwrap_or(0);
        // In two shifts, as shifting by all 64 bits is undefined.
        let (low, high) = (word(first / 64) >> (first % 64), word(first / 64 + 1) << 1);
        (low | high << (63 - first % 64)) & u64::MAX >> (MAX_SIDE - self.columns())
    }

    /// The free cells as bits, row by row without gaps, of a board of at most 64 cells; of a larger
    /// one the first 64 cells.
    #[inline]
    pub(super) fn first_cells(&self) -> u64 {
        self.free[0]
    }

    /// The free cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.rows).flat_map(|row| {
            let cells = (0..self.columns).map(move |column| Cell { row, column });
            cells.filter(|&cell| self.is_free(cell))
        })
    }

    /// The number of free cells, 0 to 4,096.
    pub fn free_cells(&self) -> usize {
        self.free.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The number of starts, f (f − 1) / 2 for f free cells: 0 to 8,386,560.
    pub fn starts(&self) -> usize {
        let free = self.free_cells();
        free * free.saturating_sub(1) / 2
    }

    /// Whether both cells of a pair are free cells of this board.
    pub fn holds(&self, pair: Pair) -> bool {
        self.is_free(pair.first) && self.is_free(pair.second)
    }

    /// The canonical bytes for the fingerprint: m and n in a byte each, then the free cells of each row as bits in
    /// eight bytes, little-endian; 2 + 8 m bytes in total. Different boards have different bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.rows, self.columns];
        bytes.extend((0..self.rows()).flat_map(|row| self.row(row).to_le_bytes()));
        bytes
    }

    /// The text with a letter for each free cell.
    pub(super) fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        letter: impl Fn(Cell) -> &'static str,
    ) -> fmt::Result {
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.columns {
                let cell = Cell { row, column };
                f.write_str(if self.is_free(cell) { letter(cell) } else { "#" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |_| ".")
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cell(self.row, self.column, f)
    }
}
