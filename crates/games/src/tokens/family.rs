//! `tokens-MxN`: every start of every board that fits into M × N cells, a bit each.
//!
//! A smaller board is a larger one with removed cells. So a table of the boards of one
//! size has the starts of all boards that fit into it, transposed if necessary.
//!
//! # The index
//!
//! A start is a pair of cells and any set of free cells among the M N − 2 others. The
//! symmetries of the board (8 of a square, 4 of a rectangle) map pairs to pairs. Each
//! orbit of pairs has one representative, its *home*, and a start is stored as its image under
//! a symmetry that maps its pair to the home:
//!
//! ```text
//! number of the home · 2^(M N − 2)  +  the other cells as bits, 1 for free ones
//! ```
//!
//! Every entry is that of a start, and there are no keys. Starts that are mapped to each other by a symmetry that
//! keeps the home have entries of their own: avoiding that would take an index and save little (4 × 4 has 21 homes
//! of 120 pairs, a factor of 5.7 of at most 8).

use std::ops::Range;

use thiserror::Error;

use super::index::{rank, unrank};
use super::matching::Matcher;
use super::{Board, Cell, Index, Pair, Position};
use crate::combinatorics::bits;
use crate::symmetry::{self, Images, symmetries};
use perfectplay_core::control::Control;

/// The index of the starts of all boards of one size, which also solves these boards.
#[derive(Clone, derive_more::Debug)]
#[debug("FamilyIndex({rows}x{columns})")]
pub struct FamilyIndex {
    rows: usize,
    columns: usize,
    symmetries: Vec<Symmetry>,
    /// By the number of a pair.
    homes: Vec<Home>,
    /// By the number of a home, its two cells as bits.
    home_pairs: Vec<(Mask, Mask)>,
}

/// There is no family of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "no family of boards of {rows} x {columns} cells; expected 1 <= rows <= columns, and 2 to {} cells",
    FamilyIndex::MAX_CELLS
)]
pub struct SizeError {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

/// The home of a pair.
#[derive(Clone, Copy, Debug, Default)]
struct Home {
    /// Its number.
    number: u32,
    /// Its two cells as bits.
    cells: (Mask, Mask),
    /// The first symmetry that maps the pair to it.
    symmetry: u8,
}

/// A symmetry of the board.
#[derive(Clone)]
struct Symmetry {
    /// By cell, its image.
    cells: Vec<u8>,
    /// The images of sets of cells.
    images: Images<4>,
}

/// A set of cells as bits, row by row from bit 0.
type Mask = u32;

impl Symmetry {
    fn new(symmetry: usize, (rows, columns): (usize, usize)) -> Self {
        let image = |cell: usize| {
            let cell = (cell / columns, cell % columns);
            let (row, column) = symmetry::image(symmetry, (rows, columns), cell);
            (row * columns + column) as u8
        };
        let cells = (0..rows * columns).map(image).collect();
        Self { cells, images: Images::new(symmetry, (rows, columns)) }
    }

    #[inline]
    fn image(&self, mask: Mask) -> Mask {
        self.images.of(mask.to_le_bytes())
    }

    fn pair(&self, low: usize, high: usize) -> (usize, usize) {
        let (one, other) = (usize::from(self.cells[low]), usize::from(self.cells[high]));
        (one.min(other), one.max(other))
    }
}

impl FamilyIndex {
    /// The largest number of cells, which gives 4 × 10⁸ entries at most.
    pub const MAX_CELLS: usize = 25;

    /// Whether there is a family of boards of `rows` × `columns`.
    pub fn has_size(rows: usize, columns: usize) -> bool {
        (1..=columns).contains(&rows)
            && columns <= Self::MAX_CELLS
            && (2..=Self::MAX_CELLS).contains(&(rows * columns))
    }

    /// The family of boards of `rows` × `columns`. Takes microseconds.
    ///
    /// # Errors
    /// [`SizeError`] unless 1 ≤ `rows` ≤ `columns` and there are 2 to 25 cells. (A board and its
    /// transposed board are in the same family.)
    pub fn new(rows: usize, columns: usize) -> Result<Self, SizeError> {
        if !Self::has_size(rows, columns) {
            return Err(SizeError { rows, columns });
        }
        let symmetries: Vec<Symmetry> = (0..symmetries(rows, columns))
            .map(|symmetry| Symmetry::new(symmetry, (rows, columns)))
            .collect();
        let pairs = rows * columns * (rows * columns - 1) / 2;
        let mut homes = vec![None; pairs];
        let mut home_pairs = Vec::new();
        for pair in 0..pairs {
            if homes[pair].is_some() {
                continue;
            }
            let (low, high) = unrank(pair);
            for symmetry in &symmetries {
                let (from_low, from_high) = symmetry.pair(low, high);
                let mut back = (0..)
                    .zip(&symmetries)
                    .filter(|(_, symmetry)| symmetry.pair(from_low, from_high) == (low, high));
                let (symmetry, _) = back.next().expect("the symmetries are a group");
                let (number, cells) = (home_pairs.len() as u32, (1 << low, 1 << high));
                homes[rank(from_low, from_high)] = Some(Home { number, cells, symmetry });
            }
            home_pairs.push((1 << low, 1 << high));
        }
        let homes = homes.into_iter().map(Option::unwrap_or_default).collect();
        Ok(Self { rows, columns, symmetries, homes, home_pairs })
    }

    /// M, the number of rows, at most N.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// N, the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of entries: 344,064 for 4 × 4.
    #[expect(clippy::len_without_is_empty, reason = "an index is never empty")]
    pub fn len(&self) -> u64 {
        (self.home_pairs.len() as u64) << (self.cells() - 2)
    }

    /// The number of starts of all boards of this size, where symmetric ones count separately:
    /// 1,966,080 for 4 × 4.
    pub fn starts(&self) -> u64 {
        (self.homes.len() as u64) << (self.cells() - 2)
    }

    /// The number of boards of this size, 2^(M N). In the board of number b the cell (r, c) is free if
    /// bit r N + c of b is set.
    pub fn boards(&self) -> u64 {
        1 << self.cells()
    }

    /// The index of a fresh start of a board that fits; `None` for others and for positions
    /// with a history. Symmetric starts may share an index.
    #[inline(always)]
    pub fn index(&self, position: &Position) -> Option<u64> {
        let (board, pieces) = (position.board(), position.pieces());
        if !position.history().is_empty() {
            return None;
        }
        if board.columns() != self.columns || board.rows() > self.rows {
            return self.fitted_index(board, pieces);
        }
        // The cells have the same numbers as in the family, and no more than 25.
        let number = |cell: Cell| usize::from(cell.row) * self.columns + usize::from(cell.column);
        let (low, high) = (number(pieces.first()), number(pieces.second()));
        self.entry(board.first_cells() as Mask, low, high)
    }

    /// The index of a start on a board that is narrower than those of the family, or that fits only if it
    /// is transposed.
    #[inline(never)]
    fn fitted_index(&self, board: &Board, pieces: Pair) -> Option<u64> {
        let (rows, columns) = (board.rows(), board.columns());
        let turned = rows > self.rows || columns > self.columns;
        let (height, width) = if turned { (columns, rows) } else { (rows, columns) };
        if height > self.rows || width > self.columns {
            return None;
        }
        let at = |cell: Cell| {
            let (row, column) = (usize::from(cell.row), usize::from(cell.column));
            if turned { column * self.columns + row } else { row * self.columns + column }
        };
        let mask = if turned {
            board.cells().fold(0, |mask, cell| mask | 1 << at(cell))
        } else {
            (0..rows).fold(0, |mask, row| mask | (board.row(row) as Mask) << (row * self.columns))
        };
        let (one, other) = (at(pieces.first()), at(pieces.second()));
        self.entry(mask, one.min(other), one.max(other))
    }

    /// The start of an index, on a board of the full size; `None` from [`len`](Self::len) on.
    pub fn position(&self, index: u64) -> Option<Position> {
        let home = (index >> (self.cells() - 2)) as usize;
        let &(low, high) = self.home_pairs.get(home)?;
        let others = index as Mask & ((1 << (self.cells() - 2)) - 1);
        let opened = insert_zero(insert_zero(others, low), high) | low | high;
        let cell = |bit: u32| self.cell(bit.trailing_zeros() as usize);
        let pieces = Pair::new(cell(low), cell(high))?;
        Position::new(self.board(opened), pieces).ok()
    }

    /// Solves a range of [`boards`](Self::boards) and calls `losing` with the index of every
    /// start that is lost, for some more than once. After all boards were solved, in any order or in
    /// parallel, the starts of all other indexes are won.
    ///
    /// Of symmetric boards only the one with the smallest number is solved, for all of them; the
    /// others are skipped.
    pub fn solve(&self, boards: Range<u64>, mut losing: impl FnMut(u64)) {
        let mut matcher = Matcher::default();
        for mask in boards.start..boards.end.min(self.boards()) {
            let mask = mask as Mask;
            if self.symmetries.iter().any(|symmetry| symmetry.image(mask) < mask) {
                continue;
            }
            let board = self.board(mask);
            let solved = matcher.solve(&board, &Index::new(&board), &[], Control::SILENT);
            solved.expect("nobody stops it");
            self.report_losing(mask, &matcher.reached, &mut losing);
        }
    }

    /// Calls `losing` with the indexes of a board's lost starts and of their images; `reached` is by
    /// pair number.
    fn report_losing(&self, mask: Mask, reached: &[u8], losing: &mut impl FnMut(u64)) {
        let cells: Vec<usize> = bits(mask).map(|cell| cell as usize).collect();
        let images: Vec<Mask> =
            self.symmetries.iter().map(|symmetry| symmetry.image(mask)).collect();
        for (id, _) in reached.iter().enumerate().filter(|&(_, &mark)| mark != 0) {
            let (low, high) = unrank(id);
            let (low, high) = (cells[low], cells[high]);
            let home = &self.homes[rank(low, high)];
            // Every symmetry that maps the pair to its home gives an index.
            for (symmetry, &mask) in self.symmetries.iter().zip(&images) {
                let (low, high) = symmetry.pair(low, high);
                if home.cells == (1 << low, 1 << high) {
                    losing(self.number(home, mask));
                }
            }
        }
    }

    /// The index of a start by the board's free cells and the numbers of the pieces' cells.
    #[inline(always)]
    fn entry(&self, mask: Mask, low: usize, high: usize) -> Option<u64> {
        let home = self.homes.get(rank(low, high))?;
        let symmetry = self.symmetries.get(usize::from(home.symmetry))?;
        Some(self.number(home, symmetry.image(mask)))
    }

    /// The index of a start whose pieces are at home, by the free cells.
    #[inline(always)]
    fn number(&self, home: &Home, mask: Mask) -> u64 {
        // The higher bit first: removing it does not move the lower one.
        let (low, high) = home.cells;
        let others = remove_bit(remove_bit(mask, high), low);
        u64::from(home.number) << (self.cells() - 2) | u64::from(others)
    }

    #[inline]
    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    fn cell(&self, number: usize) -> Cell {
        Cell::new((number / self.columns) as u8, (number % self.columns) as u8)
    }

    fn board(&self, mask: Mask) -> Board {
        let mut board = Board::new(self.rows, self.columns).expect("the sides are at most 25");
        let removed = (0..self.cells()).filter(|cell| mask >> cell & 1 == 0);
        removed.for_each(|cell| board.set_free(self.cell(cell), false));
        board
    }
}

/// The mask without the place of a bit: the bits above it move down.
#[inline]
fn remove_bit(mask: Mask, bit: u32) -> Mask {
    mask & (bit - 1) | mask >> 1 & !(bit - 1)
}

/// The inverse of [`remove_bit`], with a zero at the place of the bit.
fn insert_zero(mask: Mask, bit: u32) -> Mask {
    mask & (bit - 1) | (mask & !(bit - 1)) << 1
}
