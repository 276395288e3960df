//! Largest regions: of one board, and of all ways to fill a board.

use super::{Index, Move, Position, index};

/// Masks without the first and without the last column, so that no shift wraps to another row.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The cells of a mask (bit 8·row + column each) and their neighbours.
#[inline]
const fn grown(mask: u64) -> u64 {
    mask | mask << 8 | mask >> 8 | (mask & NOT_LAST) << 1 | (mask & NOT_FIRST) >> 1
}

/// The cells of `mask` that are connected to `seed`, a subset of `mask`.
#[inline]
fn region(seed: u64, mask: u64) -> u64 {
    let mut region = seed;
    loop {
        let larger = grown(region) & mask;
        if larger == region {
            return region;
        }
        region = larger;
    }
}

/// The size of the largest 4-connected region of a mask with bit 8·row + column for each cell.
pub fn largest_region(mask: u64) -> u32 {
    regions(mask).map(u64::count_ones).max().unwrap_or(0)
}

/// The connected regions of a mask.
fn regions(mut left: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let region = region(left & left.wrapping_neg(), left);
            left &= !region;
            region
        })
    })
}

/// The mover's largest region minus the opponent's on the board as it is, full or not.
pub fn score(board: &Position) -> i8 {
    let sizes = board.filled().map(largest_region);
    let mover = board.mover();
    sizes[mover] as i8 - sizes[1 - mover] as i8
}

/// The most empty cells that one player fills: half of them, rounded up.
const DEPTH: usize = Index::MAX_CELLS / 2;

/// An empty cell seen by one player.
#[derive(Clone, Copy)]
struct Cell {
    /// The cell and the player's fixed regions next to it: filling the cell makes them one region.
    star: u64,
    /// The star and the neighbours of the cell: a region that overlaps this joins the star.
    touch: u64,
}

/// All ways in which one player can fill a share of the empty cells.
struct Side {
    cells: [Cell; Index::MAX_CELLS],
    /// `regions[k][j]`, j < k, when k cells are filled: the region of the j-th cell if no later
    /// cell has joined it, else 0. (Without the zeros the lengths of the loops would be
    /// unpredictable branches.)
    regions: [[u64; DEPTH]; DEPTH],
    /// The size of the largest region for each complete choice so far.
    largest: Vec<u8>,
}

impl Side {
    /// The size of a player's largest region for each choice of `share` of the `cells` empty cells.
    /// Choices are ordered as words, the last cell first, chosen cells before others. On the board
    /// the player has the digit `digit`.
    fn largest(board: &Position, digit: usize, cells: usize, share: usize) -> Vec<u8> {
        let mut side = Self {
            cells: [Cell { star: 0, touch: 0 }; Index::MAX_CELLS],
            regions: [[0; DEPTH]; DEPTH],
            largest: Vec::with_capacity(index::words(cells, share, 0) as usize),
        };
        let largest = side.contract(board.filled()[digit], board.moves());
        if share == 0 {
            side.largest.push(largest);
        } else {
            side.fill(0, share, cells, largest);
        }
        side.largest
    }

    /// Sets the cells, and returns the size of the largest region in `fixed`, the cells
    /// that the player holds on the board.
    fn contract(&mut self, fixed: u64, moves: impl Iterator<Item = Move>) -> u8 {
        let mut parts = [0; 32];
        let mut number = 0;
        let mut largest = 0;
        // No two regions are adjacent, so there are at most 32.
        for (slot, part) in parts.iter_mut().zip(regions(fixed)) {
            *slot = part;
            number += 1;
            largest = largest.max(part.count_ones() as u8);
        }
        for (cell, step) in self.cells.iter_mut().zip(moves) {
            let near = grown(step.bit());
            let joined = parts[..number].iter().filter(|&&part| part & near != 0);
            let star = joined.fold(step.bit(), |star, part| star | part);
            *cell = Cell { star, touch: star | near };
        }
        largest
    }

    /// Fills `left` ≥ 1 of the first `cells` cells in all ways when k cells are filled.
    fn fill(&mut self, k: usize, left: usize, cells: usize, largest: u8) {
        if left == 1 {
            self.fill_last(k, cells, largest);
            return;
        }
        for cell in (left - 1..cells).rev() {
            let [now, next] = &mut self.regions[k..k + 2] else { unreachable!("k is small") };
            let cell_now = &self.cells[cell];
            let mut whole = cell_now.star;
            for (region, next) in now.iter().zip(&mut *next).take(k) {
                let joined = joined(*region, cell_now.touch);
                whole |= joined;
                *next = region ^ joined;
            }
            next[k] = whole;
            self.fill(k + 1, left - 1, cell, larger(largest, whole));
        }
    }

    /// Fills one of the first `cells` cells in all ways when k cells are filled: most of the work.
    fn fill_last(&mut self, k: usize, cells: usize, largest: u8) {
        let regions = &self.regions[k][..k];
        self.largest.extend(self.cells[..cells].iter().rev().map(|cell| {
            let mut whole = cell.star;
            for &region in regions {
                whole |= joined(region, cell.touch);
            }
            larger(largest, whole)
        }));
    }
}

/// The region if it overlaps `touch`, else 0.
#[inline]
const fn joined(region: u64, touch: u64) -> u64 {
    if region & touch == 0 { 0 } else { region }
}

#[inline]
fn larger(largest: u8, whole: u64) -> u8 {
    largest.max(whole.count_ones() as u8)
}

/// The lead of each full board that play from a board can reach, in the order of layer 0 of the
/// index: 64 + the first player's largest region − the second player's.
///
/// A player's regions depend on that player's cells only, and the second player fills the cells
/// that the first leaves. The fixed regions are contracted first; the cells are then filled in a
/// tree, so that choices share the work of their common cells: some nanoseconds for each full
/// board.
///
/// # Panics
/// If the board has more than [`Index::MAX_CELLS`] empty cells.
pub(super) fn final_leads(board: &Position) -> impl Iterator<Item = u8> {
    let cells = board.empty_cells().count_ones() as usize;
    assert!(cells <= Index::MAX_CELLS, "the board has an index");
    let mover = board.mover();
    let first = Side::largest(board, mover, cells, cells.div_ceil(2));
    let second = Side::largest(board, 1 - mover, cells, cells / 2);
    // Complements come in reverse order.
    first.into_iter().zip(second.into_iter().rev()).map(|(first, second)| 64 + first - second)
}
