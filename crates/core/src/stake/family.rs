//! The index of `stake-N`: the legal states of the boards 1 × 1 to N × N, symmetric ones stored
//! once.
//!
//! ```text
//! layer (empty cells, full boards first) › board size › canonical pattern › assignment
//! ```
//!
//! A *pattern* says which cells are filled, an *assignment* which of those hold a 0: half of them,
//! rounded up. Of the up to eight images of a pattern under the symmetries of the square the least,
//! as a binary number, is *canonical*. A table stores for every pattern which symmetry makes it
//! canonical, and how many canonical patterns with equally many filled cells are less
//! ([`FamilyIndex::patterns`]). Each of those has equally many assignments, ranked as the binary
//! numbers of the zeros among the filled cells. So finding an entry takes one look-up for the
//! pattern, four for the images of pattern and zeros, and four for a rank: no hashing, no search,
//! and nothing to be made when a table is opened.
//!
//! Patterns that a symmetry maps to themselves have symmetric assignments, which are stored more
//! than once (with equal scores): the boards up to 4 × 4 have 10,171,862 states, 1,274,631 if
//! symmetric ones are counted once, and 1,378,946 entries.

use std::sync::OnceLock;

use thiserror::Error;

use super::patterns::{
    self, CANONICAL_PATTERNS, CELLS, IMAGES, MAX_SIZE, assignments, choices, least_images, packed,
    unpacked,
};
use super::position::Position;
use crate::simd::BitInstructions;
use crate::symmetry::Images;

/// The bytes of an item of the look-up table.
const ITEM: usize = 2;

/// `FIRST_ITEMS[n - 1]`: the first item of the patterns of n × n boards; the last element is the
/// number of all items.
const FIRST_ITEMS: [usize; MAX_SIZE + 1] = {
    let mut first = [0; MAX_SIZE + 1];
    let mut size = 1;
    while size <= MAX_SIZE {
        first[size] = first[size - 1] + (1 << (size * size));
        size += 1;
    }
    first
};

/// The index of all boards up to some size.
#[derive(Clone, Debug)]
pub struct FamilyIndex {
    size: usize,
    /// `starts[n - 1][f]`: the first entry of the n × n boards with f filled cells.
    starts: [[u32; CELLS + 1]; MAX_SIZE],
    len: u32,
    blocks: OnceLock<Vec<Block>>,
}

/// The entries of one canonical pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) start: u32,
    pub(super) size: u8,
    pub(super) pattern: u16,
}

impl FamilyIndex {
    /// The largest n.
    pub const MAX_SIZE: usize = MAX_SIZE;

    /// The index of all boards 1 × 1 to `size` × `size`.
    ///
    /// # Errors
    /// [`SizeError`] if `size` is not 1 to 4.
    pub fn new(size: usize) -> Result<Self, SizeError> {
        if !(1..=Self::MAX_SIZE).contains(&size) {
            return Err(SizeError { size });
        }
        let (mut starts, mut len) = ([[0; CELLS + 1]; MAX_SIZE], 0);
        for (size, filled) in groups(size) {
            starts[size - 1][filled] = len;
            len += CANONICAL_PATTERNS[size - 1][filled] * choices(filled);
        }
        Ok(Self { size, starts, len, blocks: OnceLock::new() })
    }

    /// The size of the largest boards.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The number of entries, which take a byte each.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a family is never empty")]
    pub const fn len(&self) -> u64 {
        self.len as u64
    }

    /// The number of states if symmetric ones are counted separately.
    #[must_use]
    pub fn raw_len(&self) -> u64 {
        let of_board = |size: usize| {
            let filled = (0..1u32 << (size * size)).map(u32::count_ones);
            filled.map(|filled| u64::from(choices(filled as usize))).sum::<u64>()
        };
        (1..=self.size).map(of_board).sum()
    }

    /// The length of the look-up table in bytes.
    #[must_use]
    pub const fn patterns_len(&self) -> usize {
        ITEM * FIRST_ITEMS[self.size]
    }

    /// The look-up table: for each pattern of 1 × 1, 2 × 2, … boards, in the order of their masks, a
    /// little-endian `u16`. Its low three bits are the smallest symmetry that leads to the canonical
    /// image, the others how many canonical patterns with equally many filled cells are less than
    /// that.
    #[must_use]
    pub fn patterns(&self) -> Vec<u8> {
        let mut items = Vec::with_capacity(self.patterns_len());
        for size in 1..=self.size {
            let mut seen = [0; CELLS + 1];
            let mut ranks = vec![0; 1 << (size * size)];
            for (mask, (canonical, symmetry)) in (0..=u16::MAX).zip(least_images(size)) {
                // The canonical image is the least, so it already has its rank.
                if canonical == mask {
                    let seen = &mut seen[mask.count_ones() as usize];
                    ranks[usize::from(mask)] = *seen;
                    *seen += 1;
                }
                let item: u16 = ranks[usize::from(canonical)] << 3 | u16::from(symmetry);
                items.extend(item.to_le_bytes());
            }
        }
        items
    }

    /// The index with its look-up table, as [`patterns`](Self::patterns) makes it; `None` if that has
    /// another length. Other contents give wrong entries.
    #[inline(always)]
    #[must_use]
    pub fn over<'a>(&'a self, patterns: &'a [u8]) -> Option<FamilyLookup<'a>> {
        let (items, rest) = patterns.as_chunks();
        (items.len() == FIRST_ITEMS[self.size] && rest.is_empty())
            .then_some(FamilyLookup { index: self, items })
    }

    /// A board of the entry with this index; `None` if `index` is not below [`len`](Self::len). The
    /// first call takes some milliseconds.
    #[must_use]
    pub fn state(&self, index: u64) -> Option<Position> {
        let index = u32::try_from(index).ok().filter(|&index| index < self.len)?;
        let blocks = self.blocks();
        let block = blocks.partition_point(|block| block.start <= index).checked_sub(1)?;
        let Block { start, size, pattern } = blocks[block];
        let zeros = assignments(pattern).nth((index - start) as usize)?;
        Some(unpacked(size.into(), zeros, pattern & !zeros))
    }

    /// The canonical patterns, in the order of their entries.
    pub(super) fn blocks(&self) -> &[Block] {
        self.blocks.get_or_init(|| {
            let mut canonical = vec![Vec::new(); (CELLS + 1) * MAX_SIZE];
            for size in 1..=self.size {
                for (mask, (least, _)) in (0..=u16::MAX).zip(least_images(size)) {
                    if least == mask {
                        canonical[self.group(size, mask.count_ones() as usize)].push(mask);
                    }
                }
            }
            let block = |(size, filled): (usize, usize)| {
                let patterns = canonical[self.group(size, filled)].iter();
                (0..).zip(patterns).map(move |(rank, &pattern)| Block {
                    start: self.starts[size - 1][filled] + rank * choices(filled),
                    size: size as u8,
                    pattern,
                })
            };
            groups(self.size).flat_map(block).collect()
        })
    }

    const fn group(&self, size: usize, filled: usize) -> usize {
        (size - 1) * (CELLS + 1) + filled
    }

    /// The first entry of the boards with so many empty cells.
    pub(super) fn layer_start(&self, empty: usize) -> u64 {
        let first = groups(self.size).find(|&(size, filled)| size * size - filled == empty);
        first.map_or(self.len(), |(size, filled)| self.starts[size - 1][filled].into())
    }
}

/// The sizes and numbers of filled cells, in the order of their entries.
fn groups(most: usize) -> impl Iterator<Item = (usize, usize)> {
    let of_layer = move |empty: usize| {
        (1..=most).filter_map(move |size| Some((size, (size * size).checked_sub(empty)?)))
    };
    (0..=most * most).flat_map(of_layer)
}

/// A [`FamilyIndex`] with its look-up table.
#[derive(Clone, Copy, Debug)]
pub struct FamilyLookup<'a> {
    index: &'a FamilyIndex,
    items: &'a [[u8; ITEM]],
}

/// Where the assignments of a pattern are.
pub(super) struct Place<'a> {
    start: u32,
    canonical: u16,
    /// How many cells are filled.
    cells: usize,
    images: &'a Images<2>,
    cpu: BitInstructions,
}

impl<'a> FamilyLookup<'a> {
    /// The index of a board's entry; `None` if the board is larger than those of the family. Below
    /// [`len`](FamilyIndex::len) if the look-up table is right.
    #[inline(always)]
    #[must_use]
    pub fn index_of(self, board: &Position) -> Option<u64> {
        let size = board.size();
        if size > self.index.size {
            return None;
        }
        let [zeros, ones] = packed(size, board.filled());
        Some(self.place(size, zeros | ones).index_of(zeros).into())
    }

    /// Where the assignments of a pattern of a board of this size are, 1 to that of the family.
    #[inline(always)]
    pub(super) fn place(self, size: usize, filled: u16) -> Place<'a> {
        let item = self.items[FIRST_ITEMS[size - 1] + usize::from(filled)];
        let (rank, symmetry) = (u16::from_le_bytes(item) >> 3, item[0] & 7);
        let images = &IMAGES[size - 1][usize::from(symmetry)];
        let cpu = BitInstructions::new();
        let cells = cpu.count(filled.into()) as usize;
        let start = self.index.starts[size - 1][cells] + u32::from(rank) * choices(cells);
        let canonical = images.of(filled.to_le_bytes()) as u16;
        Place { start, canonical, cells, images, cpu }
    }
}

impl Place<'_> {
    /// The entry of the assignment with these zeros.
    #[inline(always)]
    pub(super) fn index_of(&self, zeros: u16) -> u32 {
        let zeros = self.images.of(zeros.to_le_bytes()) as u16;
        self.start + patterns::rank(self.canonical, self.cells, zeros, self.cpu)
    }
}

/// There is no family of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the families hold boards up to 1×1, 2×2, 3×3 or 4×4, not {size}×{size}")]
pub struct SizeError {
    /// The size asked for.
    pub size: usize,
}
