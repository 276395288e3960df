//! Boards for the tests.

use perfectplay_core::stake::Position;

/// A small generator of pseudo-random numbers (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// A board with `empty` random cells empty and the others filled at random, as far as the
    /// counts allow.
    #[allow(dead_code, reason = "not every test program needs boards")]
    pub(crate) fn board(&mut self, size: usize, empty: usize) -> Position {
        let mut cells: Vec<usize> = (0..size * size).collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, self.below(i + 1));
        }
        let mut filled = [0; 2];
        for (i, cell) in cells[empty..].iter().enumerate() {
            filled[i % 2] |= 1 << (8 * (cell / size) + cell % size);
        }
        Position::from_masks(size, filled).expect("a board")
    }
}
