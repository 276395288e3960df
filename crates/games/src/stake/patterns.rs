//! Patterns of filled cells on small boards, their symmetries, and ranks of assignments.
//!
//! Boards up to 4 × 4 have [`SMALL_CELLS`] cells at most: their tables are in this module, and those of
//! larger boards in [`canonical`](super::canonical). Masks here are row-major without gaps: bit
//! n·row + column on an n × n board.

use std::sync::LazyLock;

use super::position::Position;
use crate::combinatorics::choose;
use crate::symmetry::{Images, image};
use perfectplay_core::simd::BitInstructions;

/// The number of rows of the largest boards.
pub(super) const MAX_SIZE: usize = 5;

/// The number of cells of the largest boards.
pub(super) const CELLS: usize = MAX_SIZE * MAX_SIZE;

/// The number of rows of the largest boards whose patterns fit 16 bits, so that there can be an item
/// for each.
pub(super) const MAX_SMALL: usize = 4;

/// The number of cells of those boards.
const SMALL_CELLS: usize = MAX_SMALL * MAX_SMALL;

constants! {
    /// `IMAGES[n - 1][symmetry]`: the images of sets of cells of an n × n board up to 4 × 4.
    pub(super) static IMAGES: [[Images<2>; 8]; MAX_SMALL] = {
        let mut images = [[Images::new(0, (1, 1)); 8]; MAX_SMALL];
        for_range! { size in 1..=MAX_SMALL =>
            for_range! { symmetry in 0..8 =>
                images[size - 1][symmetry] = Images::new(symmetry, (size, size));
            }
        }
        images
    };
}

/// For each mask of an n × n board up to 4 × 4 its least image, and the first symmetry that leads to it.
/// Computed for all masks with the same high byte at once, which the compiler vectorises.
pub(super) fn least_images(size: usize) -> Vec<(u16, u8)> {
    let mut least = vec![u32::MAX; 1 << (size * size)];
    for (symmetry, images) in (0..).zip(&IMAGES[size - 1]) {
        let (low, high) = (images.of_byte(0), images.of_byte(1));
        for (row, &high) in least.chunks_mut(256).zip(high) {
            for (least, &low) in row.iter_mut().zip(low) {
                *least = (*least).min((low | high) << 3 | symmetry);
            }
        }
    }
    least.into_iter().map(|least| ((least >> 3) as u16, least as u8 & 7)).collect()
}

/// The canonical patterns of boards up to 4 × 4, in the order of (size, number of filled cells, mask).
static SMALL_CANONICAL: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let of_size = |size| {
        let all = (0..=u16::MAX).zip(least_images(size));
        let mut canonical: Vec<u16> =
            all.filter(|(mask, (least, _))| least == mask).map(|(mask, _)| mask).collect();
        canonical.sort_by_key(|mask| mask.count_ones());
        canonical
    };
    (1..=MAX_SMALL).flat_map(of_size).collect()
});

/// The canonical pattern with a rank among those of an n × n board up to 4 × 4 with equally many filled
/// cells. The first call takes a millisecond.
pub(super) fn small_pattern(size: usize, filled: usize, rank: u32) -> Option<u16> {
    (rank < CANONICAL_PATTERNS[size - 1][filled]).then_some(())?;
    let smaller = CANONICAL_PATTERNS[..size - 1].iter().flatten();
    let before = smaller.chain(&CANONICAL_PATTERNS[size - 1][..filled]).sum::<u32>();
    SMALL_CANONICAL.get((before + rank) as usize).copied()
}

/// `CANONICAL_PATTERNS[n - 1]`: the number of canonical patterns of an n × n board by their number of
/// filled cells: orbits under the symmetries, so by Burnside's lemma the mean number of patterns that
/// a symmetry keeps. Those are unions of its cycles.
pub(super) static CANONICAL_PATTERNS: [[u32; CELLS + 1]; MAX_SIZE] = {
    let mut sums = [[0; CELLS + 1]; MAX_SIZE];
    for_range! { size in 1..=MAX_SIZE =>
        for_range! { symmetry in 0..8 =>
            let kept = kept_patterns(size, symmetry);
            for_range! { filled in 0..=CELLS =>
                sums[size - 1][filled] += kept[filled];
            }
        }
        for_range! { filled in 0..=CELLS =>
            sums[size - 1][filled] /= 8;
        }
    }
    sums
};

/// How many patterns a symmetry keeps, by their number of filled cells.
const fn kept_patterns(size: usize, symmetry: usize) -> [u32; CELLS + 1] {
    let mut kept = [0; CELLS + 1];
    kept[0] = 1;
    let mut seen = 0u32;
    for_range! { first in 0..size * size =>
        let (mut cell, mut cycle) = (first, 0);
        while seen >> cell & 1 == 0 {
            seen |= 1 << cell;
            let (row, column) = image(symmetry, (size, size), (cell / size, cell % size));
            cell = size * row + column;
            cycle += 1;
        }
        if cycle > 0 {
            let mut filled = CELLS;
            while filled >= cycle {
                kept[filled] += kept[filled - cycle];
                filled -= 1;
            }
        }
    }
    kept
}

/// The number of assignments of `filled` cells.
#[inline]
pub(super) const fn choices(filled: usize) -> u32 {
    choose(filled, filled.div_ceil(2)) as u32
}

constants! {
    /// `GATHERED[pattern byte][zeros byte]`: the bits of the zeros at the cells of the pattern, made
    /// consecutive.
    static GATHERED: [[u8; 256]; 256] = {
        let mut gathered = [[0; 256]; 256];
        for_range! { pattern in 0usize..256 =>
            for_range! { zeros in 1usize..256 =>
                let last = zeros.ilog2();
                let others = gathered[pattern][zeros & !(1 << last)];
                let place = (pattern & ((1 << last) - 1)).count_ones();
                gathered[pattern][zeros] = others | ((pattern >> last & 1) << place) as u8;
            }
        }
        gathered
    };
}

constants! {
    /// `BELOW[high][k]`: of the 16-bit masks with k set bits, how many have a high byte below `high`.
    static BELOW: [[u16; SMALL_CELLS + 1]; 256] = {
        let mut below = [[0; SMALL_CELLS + 1]; 256];
        for_range! { high in 1..256 =>
            let in_high = (high - 1usize).count_ones() as usize;
            for_range! { k in 0..=SMALL_CELLS =>
                let with = if k >= in_high { choose(8, k - in_high) as u16 } else { 0 };
                below[high][k] = below[high - 1][k] + with;
            }
        }
        below
    };
}

/// The rank of a byte among the bytes with equally many set bits.
static BYTE_RANKS: [u8; 256] = {
    let mut ranks = [0; 256];
    let mut seen = [0; 9];
    for_range! { byte in 0usize..256 =>
        let ones = byte.count_ones() as usize;
        ranks[byte] = seen[ones];
        seen[ones] += 1;
    }
    ranks
};

/// The bits of `mask` at the cells of a pattern, made consecutive byte by byte.
pub(super) fn gathered_bytes(pattern: u32, mask: u32) -> u32 {
    let (mut gathered, mut number) = (0, 0);
    for (pattern, mask) in pattern.to_le_bytes().into_iter().zip(mask.to_le_bytes()) {
        gathered |= u32::from(GATHERED[usize::from(pattern)][usize::from(mask)]) << number;
        number += pattern.count_ones();
    }
    gathered
}

/// The rank of the assignment whose zeros are `zeros`, a subset of `pattern`: of the masks of zeros
/// among the filled cells with equally many bits. `filled` is how many cells the pattern has.
#[inline(always)]
pub(super) fn rank(pattern: u16, filled: usize, zeros: u16, cpu: BitInstructions) -> u32 {
    let by_bytes = || {
        let ([low, high], [zeros_low, zeros_high]) = (pattern.to_le_bytes(), zeros.to_le_bytes());
        let gather = |pattern, zeros| u64::from(GATHERED[usize::from(pattern)][usize::from(zeros)]);
        gather(low, zeros_low) | gather(high, zeros_high) << low.count_ones()
    };
    let bits = cpu.gather(zeros.into(), pattern.into(), by_bytes) as u16;
    let [low, high] = bits.to_le_bytes();
    // There are as many zeros as ones, or one more.
    let below = BELOW[usize::from(high)][filled.div_ceil(2)];
    u32::from(below) + u32::from(BYTE_RANKS[usize::from(low)])
}

/// Two masks with 8 bits per row as masks with `size` bits per row, `size` at most 4.
#[inline(always)]
pub(super) fn packed_small(size: usize, [zeros, ones]: [u64; 2]) -> [u16; 2] {
    // Both at once, as the four rows of a mask are in 32 bits.
    let masks = zeros | ones << 32;
    let row = |row: usize| (masks >> (8 * row) & 0xf_0000_000f) << (size * row);
    let packed = row(0) | row(1) | row(2) | row(3);
    [packed as u16, (packed >> 32) as u16]
}

/// A mask of a 5 × 5 board with 8 bits per row as a mask with 5 bits per row.
#[inline(always)]
pub(super) fn packed_large(mask: u64, cpu: BitInstructions) -> u32 {
    let by_rows = || (0..5).fold(0, |packed, row| packed | (mask >> (8 * row) & 0x1f) << (5 * row));
    cpu.gather(mask, 0x1f_1f1f_1f1f, by_rows) as u32
}

/// The board with these masks of `size` bits per row.
pub(super) fn unpacked(size: usize, zeros: u32, ones: u32) -> Position {
    let rows = |mask: u32| {
        let row = |row: usize| u64::from(mask) >> (size * row) & ((1 << size) - 1);
        (0..size).fold(0, |rows, i| rows | row(i) << (8 * i))
    };
    Position::from_valid_masks(size, [rows(zeros), rows(ones)])
}
