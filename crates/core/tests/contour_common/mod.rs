//! Boards for the tests.
#![allow(dead_code, unreachable_pub, missing_debug_implementations)]

use perfectplay_core::contour::Board;

/// A small generator of pseudo-random numbers (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    pub fn board(&mut self, rows: usize, columns: usize, most: u32) -> Board {
        let mut scores = || {
            (0..rows)
                .map(|_| (0..columns).map(|_| self.below(u64::from(most) + 1) as u32).collect())
                .collect()
        };
        let (a, b): (Vec<Vec<u32>>, Vec<Vec<u32>>) = (scores(), scores());
        Board::new(&a, &b).expect("sides and scores are in range")
    }
}

/// The board with the same two scores in every cell.
pub fn uniform(rows: usize, columns: usize, a: u32, b: u32) -> Board {
    Board::new(&vec![vec![a; columns]; rows], &vec![vec![b; columns]; rows])
        .expect("sides and scores are in range")
}
