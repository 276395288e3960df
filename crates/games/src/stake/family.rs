//! The index of `stake-N`: the legal states of the boards 1 × 1 to N × N, symmetric ones stored
//! once.
//!
//! ```text
//! layer (empty cells, full boards first) › board size › canonical pattern › assignment
//! ```
//!
//! A *pattern* says which cells are filled, an *assignment* which of those hold a 0: half of them, rounded up. Of
//! the up to eight images of a pattern under the symmetries of the square the least, as a binary number, is
//! *canonical*. A table has a look-up table of the patterns ([`FamilyIndex::patterns`]): for every one of boards
//! up to 4 × 4 which symmetry makes it canonical, and how many canonical patterns with equally many filled cells
//! are less; for every one of 5 × 5 boards whether it is canonical (see [`canonical`]). Each canonical pattern has
//! equally many assignments, ranked as the binary numbers of the zeros among the filled cells. So finding an entry
//! takes one look-up for the pattern, and a few for the images of pattern and zeros and for a rank: no hashing, no
//! search, and nothing to compute when a table is opened.
//!
//! Patterns that a symmetry maps to themselves have symmetric assignments, which are stored more
//! than once (with equal scores): the boards up to 4 × 4 have 10,171,862 states, 1,274,631 if
//! symmetric ones are counted once, and 1,378,946 entries. The 5 × 5 boards have 161,995,031,226
//! states, and 20,479,891,915 entries.

use thiserror::Error;

use super::Position;
use super::canonical::{self, LINE, LINES};
use super::patterns::{
    self, CANONICAL_PATTERNS, CELLS, IMAGES, MAX_SIZE, MAX_SMALL, choices, least_images,
    packed_large, packed_small, small_pattern, unpacked,
};
use crate::combinatorics::{choose, spread};
use crate::symmetry::Images;
use perfectplay_core::simd::BitInstructions;

/// The bytes of an item of the look-up table.
const ITEM: usize = 2;

/// `FIRST_ITEMS[n - 1]`: the first item of the patterns of n × n boards; the last element is the
/// number of all items.
const FIRST_ITEMS: [usize; MAX_SMALL + 1] = {
    let mut first = [0; MAX_SMALL + 1];
    for_range! { size in 1..=MAX_SMALL =>
        first[size] = first[size - 1] + (1 << (size * size));
    }
    first
};

/// Where the lines of the 5 × 5 boards begin: the first whole line behind all items.
const FIRST_LINE: usize = (ITEM * FIRST_ITEMS[MAX_SMALL]).next_multiple_of(LINE);

/// `PATTERNS_LEN[N]`: the length of the look-up table in bytes.
const PATTERNS_LEN: [usize; MAX_SIZE + 1] = {
    let mut len = [0; MAX_SIZE + 1];
    for_range! { size in 1..=MAX_SMALL =>
        len[size] = ITEM * FIRST_ITEMS[size];
    }
    len[MAX_SIZE] = FIRST_LINE + LINE * LINES;
    len
};

/// The index of all boards up to some size.
#[derive(Clone, Debug)]
pub struct FamilyIndex {
    size: usize,
    /// The size, or that of the largest boards whose patterns have items.
    small: usize,
    patterns_len: usize,
    /// `starts[n - 1][f]`: the first entry of the n × n boards with f filled cells.
    starts: [[u64; CELLS + 1]; MAX_SIZE],
    len: u64,
}

impl FamilyIndex {
    /// The largest n.
    pub const MAX_SIZE: usize = MAX_SIZE;

    /// The largest n whose look-up table has an item for each pattern, and nothing else.
    pub const MAX_SMALL: usize = MAX_SMALL;

    /// The index of all boards 1 × 1 to `size` × `size`.
    ///
    /// # Errors
    /// [`SizeError`] if `size` is not 1 to 5.
    pub fn new(size: usize) -> Result<Self, SizeError> {
        if !(1..=Self::MAX_SIZE).contains(&size) {
            return Err(SizeError { size });
        }
        let (mut starts, mut len) = ([[0; CELLS + 1]; MAX_SIZE], 0);
        for (size, filled) in groups(size) {
            starts[size - 1][filled] = len;
            let patterns = u64::from(CANONICAL_PATTERNS[size - 1][filled]);
            len += patterns * u64::from(choices(filled));
        }
        let (small, patterns_len) = (size.min(MAX_SMALL), PATTERNS_LEN[size]);
        Ok(Self { size, small, patterns_len, starts, len })
    }

    /// The size of the largest boards.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The number of entries, which take a byte each.
    #[expect(clippy::len_without_is_empty, reason = "a family is never empty")]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// The number of states if symmetric ones are counted separately.
    pub fn raw_len(&self) -> u64 {
        let of_group = |(size, filled): (usize, usize)| {
            choose(size * size, filled) as u64 * u64::from(choices(filled))
        };
        groups(self.size).map(of_group).sum()
    }

    /// The length of the look-up table in bytes.
    #[inline]
    pub const fn patterns_len(&self) -> usize {
        self.patterns_len
    }

    /// The look-up table, as the document of the format describes it: for each pattern of 1 × 1,
    /// 2 × 2, … boards up to 4 × 4, in the order of their masks, a little-endian `u16`, whose low
    /// three bits are the smallest symmetry that leads to the canonical image, and the others how
    /// many canonical patterns with equally many filled cells are less than that; then, behind zeros
    /// up to a multiple of 16 bytes, lines of the patterns of 5 × 5 boards. Those take a quarter of a
    /// second.
    pub fn patterns(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.patterns_len());
        for size in 1..=self.small {
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
                bytes.extend(item.to_le_bytes());
            }
        }
        if self.size > MAX_SMALL {
            bytes.resize(FIRST_LINE, 0);
            bytes.extend(canonical::lines());
        }
        bytes
    }

    /// The index with its look-up table, as [`patterns`](Self::patterns) makes it; `None` if that has another
    /// length. Any other contents give wrong entries.
    #[inline(always)]
    pub fn over<'a>(&'a self, patterns: &'a [u8]) -> Option<FamilyLookup<'a>> {
        (patterns.len() == self.patterns_len()).then_some(FamilyLookup { index: self, patterns })
    }

    /// The boards of a layer, in the order of their entries: for each size how many cells are filled.
    pub(super) fn groups(&self, empty: usize) -> impl Iterator<Item = Group> {
        of_layer(self.size, empty).map(|(size, filled)| Group {
            size,
            filled,
            start: self.starts[size - 1][filled],
            patterns: CANONICAL_PATTERNS[size - 1][filled],
        })
    }

    /// The first entry of the boards with this many empty cells.
    pub(super) fn layer_start(&self, empty: usize) -> u64 {
        self.groups(empty).next().map_or(self.len, |group| group.start)
    }
}

/// The entries of all boards of a size with equally many filled cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) size: usize,
    pub(super) filled: usize,
    pub(super) start: u64,
    /// How many canonical patterns there are.
    pub(super) patterns: u32,
}

impl Group {
    /// The number of assignments of each pattern.
    pub(super) const fn choices(&self) -> u32 {
        choices(self.filled)
    }
}

/// The sizes and numbers of filled cells, in the order of their entries.
fn groups(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=most * most).flat_map(move |empty| of_layer(most, empty))
}

/// The sizes and numbers of filled cells of boards with this many empty cells.
fn of_layer(most: usize, empty: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most).filter_map(move |size| Some((size, (size * size).checked_sub(empty)?)))
}

/// A [`FamilyIndex`] with its look-up table.
#[derive(Clone, Copy, Debug)]
pub struct FamilyLookup<'a> {
    index: &'a FamilyIndex,
    patterns: &'a [u8],
}

/// Where the assignments of a pattern are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The first entry.
    pub(super) start: u64,
    pub(super) canonical: u32,
    /// The symmetry that makes the pattern canonical.
    pub(super) symmetry: usize,
}

impl<'a> FamilyLookup<'a> {
    /// The index of a board's entry; `None` if the board is larger than those of the family. Below
    /// [`len`](FamilyIndex::len) if the look-up table is right.
    #[inline(always)]
    pub fn index_of(self, board: &Position) -> Option<u64> {
        let (size, cpu) = (board.size(), BitInstructions::here());
        if size > self.index.small {
            return (size <= self.index.size).then(|| self.large_index_of(board, cpu));
        }
        let [zeros, ones] = packed_small(size, board.filled());
        let filled = zeros | ones;
        let cells = cpu.count(filled.into()) as usize;
        let (rank, symmetry) = self.item(size, filled);
        let images: &Images<2> = &IMAGES[size - 1][symmetry];
        let canonical = images.of(filled.to_le_bytes()) as u16;
        let zeros = images.of(zeros.to_le_bytes()) as u16;
        // Fewer entries than 2³².
        let start = self.index.starts[size - 1][cells] + u64::from(rank * choices(cells));
        Some(start + u64::from(patterns::rank(canonical, cells, zeros, cpu)))
    }

    /// The index of a 5 × 5 board's entry.
    #[inline(always)]
    fn large_index_of(self, board: &Position, cpu: BitInstructions) -> u64 {
        let [zeros, ones] = board.filled().map(|mask| packed_large(mask, cpu));
        let Place { start, canonical, symmetry } = self.large_place(zeros | ones, cpu);
        let zeros = canonical::image(symmetry, zeros);
        start + u64::from(canonical::rank_among(canonical, zeros, cpu))
    }

    #[inline(always)]
    fn large_place(self, filled: u32, cpu: BitInstructions) -> Place {
        let cells = cpu.count(filled.into()) as usize;
        let (canonical, symmetry) = canonical::least_image(filled);
        let rank = canonical::canonical_rank(self.lines(), canonical, cells, cpu);
        let start = self.index.starts[MAX_SIZE - 1][cells];
        Place { start: start + u64::from(rank) * u64::from(choices(cells)), canonical, symmetry }
    }

    /// Where the assignments of a pattern of a board of this size are, 1 to that of the family.
    pub(super) fn place(self, size: usize, filled: u32) -> Place {
        if size > MAX_SMALL {
            return self.large_place(filled, BitInstructions::here());
        }
        let (rank, symmetry) = self.item(size, filled as u16);
        let cells = filled.count_ones() as usize;
        let start = self.index.starts[size - 1][cells] + u64::from(rank * choices(cells));
        Place { start, canonical: image(size, symmetry, filled), symmetry }
    }

    /// Rank and symmetry of a pattern of a board up to 4 × 4.
    #[inline(always)]
    fn item(self, size: usize, filled: u16) -> (u32, usize) {
        let item = self.patterns.as_chunks().0[FIRST_ITEMS[size - 1] + usize::from(filled)];
        (u32::from(u16::from_le_bytes(item) >> 3), usize::from(item[0] & 7))
    }

    /// The lines of the patterns of 5 × 5 boards.
    #[inline(always)]
    fn lines(self) -> &'a [[u8; LINE]] {
        self.patterns[FIRST_LINE..].as_chunks().0
    }

    /// The canonical pattern of a rank; `None` if there is none, or the look-up table is damaged.
    pub(super) fn pattern(self, size: usize, filled: usize, rank: u32) -> Option<u32> {
        if size > MAX_SMALL {
            canonical::canonical_pattern(self.lines(), filled, rank)
        } else {
            small_pattern(size, filled, rank).map(u32::from)
        }
    }

    /// A board of the entry with this index; `None` if `index` is not below
    /// [`len`](FamilyIndex::len), or the look-up table is not right.
    pub fn state(self, index: u64) -> Option<Position> {
        (index < self.index.len).then_some(())?;
        let group = (0..=self.index.size * self.index.size)
            .flat_map(|empty| self.index.groups(empty))
            .take_while(|group| group.start <= index)
            .last()?;
        let within = index - group.start;
        let choices = u64::from(group.choices());
        let pattern = self.pattern(group.size, group.filled, (within / choices) as u32)?;
        let zeros = canonical::unranked((within % choices) as u32, group.filled.div_ceil(2));
        let zeros = spread(zeros, pattern);
        Some(unpacked(group.size, zeros, pattern & !zeros))
    }

    pub(super) const fn index(self) -> &'a FamilyIndex {
        self.index
    }
}

/// The image of a set of cells.
pub(super) fn image(size: usize, symmetry: usize, mask: u32) -> u32 {
    if size > MAX_SMALL {
        canonical::image(symmetry, mask)
    } else {
        IMAGES[size - 1][symmetry].of((mask as u16).to_le_bytes())
    }
}

/// There is no family of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the families hold boards up to 1×1, 2×2, 3×3, 4×4 or 5×5, not {size}×{size}")]
pub struct SizeError {
    /// The size asked for.
    pub size: usize,
}
