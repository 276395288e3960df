//! Patterns of filled cells on boards up to 4 × 4, their symmetries, and ranks of assignments: the
//! look-up tables of the family.
//!
//! Masks here are row-major without gaps: bit n·row + column on an n × n board.

use super::position::Position;
use crate::combinatorics::{bits, choose, spread};
use crate::symmetry::{Images, image, symmetries};

/// The number of rows of the largest boards.
pub(super) const MAX_SIZE: usize = 4;

/// The number of cells of the largest boards.
const CELLS: usize = MAX_SIZE * MAX_SIZE;

/// The image of a board under one of the eight symmetries of the square; symmetry 0 is the
/// identity.
///
/// # Panics
/// If `symmetry` is not below 8.
#[must_use]
pub fn symmetric(board: &Position, symmetry: usize) -> Position {
    let size = board.size();
    assert!(symmetry < symmetries(size, size), "a square has eight symmetries");
    let filled = board.filled().map(|mask| {
        bits(mask).fold(0, |moved, place| {
            let cell = (place as usize / 8, place as usize % 8);
            let (row, column) = image(symmetry, (size, size), cell);
            moved | 1 << (8 * row + column)
        })
    });
    Position::from_valid_masks(size, filled)
}

/// A pattern of filled cells: its canonical image, and where the assignments of that are stored.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pattern {
    /// The first entry of the canonical image.
    pub(super) start: u32,
    /// The canonical image.
    pub(super) canonical: u16,
    /// The symmetry that maps the pattern to its canonical image.
    pub(super) symmetry: u8,
}

/// The patterns of one size of board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) size: usize,
    /// By the mask of the filled cells.
    pub(super) patterns: Vec<Pattern>,
    /// By symmetry.
    pub(super) moved: Vec<Images<u16, 2>>,
}

impl Board {
    pub(super) fn new(size: usize) -> Self {
        let cells = size * size;
        let moved = |symmetry| Images::<u16, 2>::new(symmetry, (size, size));
        let moved: Vec<_> = (0..symmetries(size, size)).map(moved).collect();
        let patterns = least_images(cells, &moved)
            .into_iter()
            .map(|least| Pattern {
                start: 0,
                canonical: (least >> 3) as u16,
                symmetry: least as u8 & 7,
            })
            .collect();
        Self { size, patterns, moved }
    }

    /// The masks by their number of bits, ascending among those with equally many.
    pub(super) fn masks_by_bits(&self) -> Vec<Vec<u16>> {
        let mut masks = vec![Vec::new(); self.size * self.size + 1];
        for mask in 0..self.patterns.len() {
            masks[mask.count_ones() as usize].push(mask as u16);
        }
        masks
    }
}

/// For each mask its least image, shifted left by three bits, plus the first symmetry that leads to
/// it. Computed for all masks with the same high byte at once, which the compiler vectorises.
fn least_images(cells: usize, moved: &[Images<u16, 2>]) -> Vec<u32> {
    let mut least = vec![u32::MAX; 1 << cells];
    for (symmetry, images) in (0..).zip(moved) {
        let (low, high) = (images.of_byte(0), images.of_byte(1));
        for (row, &high) in least.chunks_mut(256).zip(high) {
            for (least, &low) in row.iter_mut().zip(low) {
                *least = (*least).min(u32::from(low | high) << 3 | symmetry);
            }
        }
    }
    least
}

/// `gathered[zeros]`: the bits of `zeros` at the set bits of `pattern`, made consecutive.
fn gathered(pattern: u8) -> [u8; 256] {
    let mut gathered = [0; 256];
    for bit in 0..8 {
        // The upper half of twice as many values has one bit more.
        let place = (u32::from(pattern) & ((1 << bit) - 1)).count_ones();
        let more = (pattern >> bit & 1) << place;
        let (known, new) = gathered.split_at_mut(1 << bit);
        for (new, known) in new.iter_mut().zip(known) {
            *new = *known | more;
        }
    }
    gathered
}

/// The number of assignments of `filled` cells.
pub(super) fn choices(filled: u32) -> u32 {
    choose(filled as usize, filled.div_ceil(2) as usize) as u32
}

/// Ranks of assignments.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// `gathered[pattern byte][zeros byte]`: the bits of the zeros at the cells of the pattern,
    /// made consecutive.
    gathered: Vec<[u8; 256]>,
    /// `ranks[mask]`: the rank among the masks with equally many bits.
    ranks: Vec<u16>,
    /// `masks[bits][rank]`
    masks: Vec<Vec<u16>>,
}

impl Ranks {
    pub(super) fn new() -> Self {
        let gathered = (0..=u8::MAX).map(gathered).collect();
        let mut masks = vec![Vec::new(); CELLS + 1];
        let mut ranks = Vec::with_capacity(1 << CELLS);
        for mask in 0..=u16::MAX {
            let of_size: &mut Vec<u16> = &mut masks[mask.count_ones() as usize];
            ranks.push(of_size.len() as u16);
            of_size.push(mask);
        }
        Self { gathered, ranks, masks }
    }

    /// The rank of the assignment whose zeros are `zeros`, a subset of `pattern`.
    #[inline]
    pub(super) fn rank(&self, pattern: u16, zeros: u16) -> u32 {
        let ([low, high], [zeros_low, zeros_high]) = (pattern.to_le_bytes(), zeros.to_le_bytes());
        let gather =
            |pattern, zeros| u16::from(self.gathered[usize::from(pattern)][usize::from(zeros)]);
        let bits = gather(low, zeros_low) | gather(high, zeros_high) << low.count_ones();
        u32::from(self.ranks[usize::from(bits)])
    }

    /// The zeros of the assignment with this rank; `None` if there are not so many.
    pub(super) fn zeros(&self, pattern: u16, rank: usize) -> Option<u16> {
        let bits = self.masks[pattern.count_ones().div_ceil(2) as usize].get(rank)?;
        Some(spread((*bits).into(), pattern.into()) as u16)
    }
}

/// A mask with 8 bits per row as one with `size` bits per row, `size` at most 4.
#[inline]
pub(super) fn packed(size: usize, mask: u64) -> u16 {
    let row = |row: usize| (mask >> (8 * row) & 0xf) << (size * row);
    (row(0) | row(1) | row(2) | row(3)) as u16
}

/// The board with these masks of `size` bits per row.
pub(super) fn unpacked(size: usize, zeros: u16, ones: u16) -> Position {
    let rows = |mask: u16| {
        let row = |row: usize| u64::from(mask) >> (size * row) & ((1 << size) - 1);
        (0..size).fold(0, |rows, i| rows | row(i) << (8 * i))
    };
    Position::from_valid_masks(size, [rows(zeros), rows(ones)])
}
