//! The canonical patterns of 5 × 5 boards: a bit for each of the 2²⁵ patterns.
//!
//! The bits are in the order of (number of filled cells, pattern), so the bits of equally many filled
//! cells are together, and how many canonical patterns are less than one is a count of set bits. They
//! are in *lines* of 16 bytes: how many bits are set in all lines before, and 96 bits. So a line tells
//! both rank and neighbours with one read of memory, and all lines take 5.6 MB. (An item for each
//! pattern, with rank and symmetry, would take 134 MB: a probe would compute less, but wait for memory.)
//! The symmetry that makes a pattern canonical is not stored: all eight images are looked up at once.
//!
//! The place of a pattern among those with equally many bits is a sum of binomial coefficients: the
//! j-th of its bits, counted from 1, is at p_j, and Σ C(p_j, j) masks with equally many bits are less.
//! The assignments of a pattern are ranked by the same sum.

use std::array;

use crate::combinatorics::choose;
use crate::symmetry::Images;
use perfectplay_core::simd::BitInstructions;

use super::patterns::{CANONICAL_PATTERNS, CELLS, MAX_SIZE, gathered_bytes};

/// The number of patterns.
const PATTERNS: u32 = 1 << CELLS;

/// The bytes of a line.
pub(super) const LINE: usize = 16;

/// The patterns of a line.
const PER_LINE: u32 = 96;

/// The number of lines.
pub(super) const LINES: usize = PATTERNS.div_ceil(PER_LINE) as usize;

/// `FIRST_PATTERNS[f]`: the first bit of the patterns with f filled cells.
const FIRST_PATTERNS: [u32; CELLS + 2] = {
    let mut first = [0; CELLS + 2];
    for_range! { filled in 0..=CELLS =>
        first[filled + 1] = first[filled] + choose(CELLS, filled) as u32;
    }
    first
};

/// `FIRST_CANONICAL[f]`: how many canonical patterns have fewer than f filled cells.
const FIRST_CANONICAL: [u32; CELLS + 1] = {
    let mut first = [0; CELLS + 1];
    for_range! { filled in 0..CELLS =>
        first[filled + 1] = first[filled] + CANONICAL_PATTERNS[MAX_SIZE - 1][filled];
    }
    first
};

constants! {
    /// `IMAGES[byte][value][symmetry]`: the image of a set of cells whose mask has bits in one byte only,
    /// times eight; plus the symmetry in byte 0. So the least of eight sums names its symmetry, and the
    /// eight are added with a few vector instructions.
    static IMAGES: [[[u32; 8]; 256]; 4] = {
        let mut images = [[[0; 8]; 256]; 4];
        for_range! { symmetry in 0..8 =>
            let of_symmetry = Images::<4>::new(symmetry, (MAX_SIZE, MAX_SIZE));
            for_range! { value in 0..256 =>
                images[0][value][symmetry] = of_symmetry.of_byte(0)[value] << 3 | symmetry as u32;
                images[1][value][symmetry] = of_symmetry.of_byte(1)[value] << 3;
                images[2][value][symmetry] = of_symmetry.of_byte(2)[value] << 3;
                images[3][value][symmetry] = of_symmetry.of_byte(3)[value] << 3;
            }
        }
        images
    };
}

/// The least image of a pattern, and the smallest symmetry that leads to it.
#[inline(always)]
pub(super) fn least_image(pattern: u32) -> (u32, usize) {
    let least = least_of(pattern.to_le_bytes());
    (least >> 3, least as usize & 7)
}

#[inline(always)]
fn least_of(pattern: [u8; 4]) -> u32 {
    let [zero, one, two, three] = array::from_fn(|byte| &IMAGES[byte][usize::from(pattern[byte])]);
    let images: [i32; 8] = array::from_fn(|i| (zero[i] | one[i] | two[i] | three[i]).cast_signed());
    // 28 bits: as signed numbers they are in the same order, and compared by one instruction.
    let four: [i32; 4] = array::from_fn(|i| images[i].min(images[i + 4]));
    let two: [i32; 2] = array::from_fn(|i| four[i].min(four[i + 2]));
    two[0].min(two[1]).cast_unsigned()
}

/// The image of a set of cells.
#[inline(always)]
pub(super) fn image(symmetry: usize, mask: u32) -> u32 {
    let bytes = mask.to_le_bytes();
    let of = |byte: usize| IMAGES[byte][usize::from(bytes[byte])][symmetry];
    (of(0) | of(1) | of(2) | of(3)) >> 3
}

constants! {
    /// `RANKS[first of its byte + bits below][value]`: what the bits of a byte add to the rank of a mask
    /// that has this many bits in lower bytes. Byte 0 has one row, byte 1 nine, byte 2 seventeen.
    static RANKS: [[u32; 256]; 27] = {
        let mut ranks = [[0; 256]; 27];
        let mut row = 0;
        for_range! { byte in 0..3 =>
            for_range! { below in 0..=8 * byte =>
                for_range! { value in 1usize..256 =>
                    let last = value.ilog2() as usize;
                    let others = value & !(1 << last);
                    let number = below + others.count_ones() as usize + 1;
                    ranks[row][value] = ranks[row][others] + choose(8 * byte + last, number) as u32;
                }
                row += 1;
            }
        }
        ranks
    };
}

/// `LAST[b]`: what bit 24 adds to the rank of a mask with b lower bits.
static LAST: [u32; 32] = {
    let mut last = [0; 32];
    for_range! { below in 0..CELLS =>
        last[below] = choose(CELLS - 1, below + 1) as u32;
    }
    last
};

/// How many masks with equally many bits are less than a mask of 25 bits.
#[inline(always)]
pub(super) fn rank(mask: u32, cpu: BitInstructions) -> u32 {
    let [zero, one, two, three] = mask.to_le_bytes();
    let below = |bits: u32| cpu.count((mask & ((1 << bits) - 1)).into()) as usize;
    RANKS[0][usize::from(zero)]
        + RANKS[1 + below(8)][usize::from(one)]
        + RANKS[10 + below(16)][usize::from(two)]
        + u32::from(three & 1) * LAST[below(24)]
}

/// The rank of an assignment: of its zeros among the filled cells of a pattern.
#[inline(always)]
pub(super) fn rank_among(pattern: u32, zeros: u32, cpu: BitInstructions) -> u32 {
    let by_bytes = || gathered_bytes(pattern, zeros).into();
    rank(cpu.gather(zeros.into(), pattern.into(), by_bytes) as u32, cpu)
}

/// The mask with a rank among the masks of `ones` bits.
pub(super) fn unranked(mut rank: u32, mut ones: usize) -> u32 {
    (0..CELLS).rev().fold(0, |mask, bit| {
        let less = choose(bit, ones) as u32;
        if ones == 0 || rank < less {
            return mask;
        }
        (rank, ones) = (rank - less, ones - 1);
        mask | 1 << bit
    })
}

/// The lines, as bytes.
pub(super) fn lines() -> Vec<u8> {
    let mut bits = vec![[0; PER_LINE as usize / 32]; LINES];
    let mut next = FIRST_PATTERNS;
    for high in 0..PATTERNS >> 8 {
        let [one, two, three, _] = high.to_le_bytes();
        for low in 0..=u8::MAX {
            let pattern = high << 8 | u32::from(low);
            // Ascending patterns with equally many bits have consecutive bits.
            let next = &mut next[pattern.count_ones() as usize];
            let (line, bit) = (*next / PER_LINE, *next % PER_LINE);
            *next += 1;
            let is_canonical = least_of([low, one, two, three]) >> 3 == pattern;
            bits[line as usize][bit as usize / 32] |= u32::from(is_canonical) << (bit % 32);
        }
    }
    let mut before = 0;
    let mut bytes = Vec::with_capacity(LINE * LINES);
    for words in bits {
        bytes.extend(u32::to_le_bytes(before));
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        before += words.iter().map(|word| word.count_ones()).sum::<u32>();
    }
    bytes
}

/// How many canonical patterns with equally many filled cells, `filled`, are less than a canonical
/// pattern. Any number if the lines are damaged.
///
/// # Panics
/// If there are not [`LINES`] lines.
#[inline(always)]
pub(super) fn canonical_rank(
    lines: &[[u8; LINE]],
    pattern: u32,
    filled: usize,
    cpu: BitInstructions,
) -> u32 {
    let bit = FIRST_PATTERNS[filled] + rank(pattern, cpu);
    let line = u128::from_le_bytes(lines[(bit / PER_LINE) as usize]);
    let less = (line >> 32) & ((1 << (bit % PER_LINE)) - 1);
    let less = cpu.count(less as u64) + cpu.count((less >> 64) as u64);
    (line as u32).wrapping_add(less as u32).wrapping_sub(FIRST_CANONICAL[filled])
}

/// The inverse of [`canonical_rank`]; `None` if there is no such pattern, or the lines are damaged.
pub(super) fn canonical_pattern(lines: &[[u8; LINE]], filled: usize, rank: u32) -> Option<u32> {
    let number = FIRST_CANONICAL[filled].checked_add(rank)?;
    let before = |line: &[u8; LINE]| u128::from_le_bytes(*line) as u32;
    let line = lines.partition_point(|line| before(line) <= number).checked_sub(1)?;
    let mut bits = u128::from_le_bytes(lines[line]) >> 32;
    for _ in 0..number.checked_sub(before(&lines[line]))? {
        bits &= bits.checked_sub(1)?;
    }
    (bits != 0).then_some(())?;
    let bit = PER_LINE * line as u32 + bits.trailing_zeros();
    let is_of_group = (FIRST_PATTERNS[filled]..FIRST_PATTERNS[filled + 1]).contains(&bit);
    is_of_group.then(|| unranked(bit - FIRST_PATTERNS[filled], filled))
}
