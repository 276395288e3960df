//! Staircase paths and their rank.
//!
//! A contour of an n × m board is a path of n + m unit steps from the bottom left to the top right
//! corner: bit 0 is the first step, a one goes up, a zero goes right. Read from below, the j-th one
//! (j = 1..=n) at bit p climbs past row n − j, and p − (j − 1) zeros lie before it: so many cells
//! of that row are taken.
//!
//! The *colexicographic rank* of a path with ones at bits p₁ < p₂ < … is Σⱼ C(pⱼ, j): its place
//! among all paths with as many ones when they are sorted as binary numbers (the combinatorial
//! number system).

use crate::combinatorics::bits;
pub use crate::combinatorics::choose;

/// The longest side of a board.
pub const MAX_SIDE: usize = 16;

/// The rank of a path among the paths with as many ones, 0 ≤ rank < C(n + m, n). O(number of ones).
pub fn rank_path(path: u32) -> usize {
    (1..).zip(bits(path)).map(|(j, bit)| choose(bit as usize, j)).sum()
}

/// The path with `ones` ones whose rank is `rank`: the inverse of [`rank_path`]. O(number of
/// steps).
///
/// `rank` must be below C(`steps`, `ones`) with `steps` ≤ 32; otherwise the answer is some path
/// that means nothing.
pub const fn unrank_path(steps: usize, ones: usize, rank: usize) -> u32 {
    let (mut rest, mut left, mut path, mut bit) = (rank, ones, 0, steps);
    while bit > 0 {
        bit -= 1;
        if left > 0 && rest >= choose(bit, left) {
            rest -= choose(bit, left);
            left -= 1;
            path |= 1 << bit;
        }
    }
    path
}
