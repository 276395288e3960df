//! The Number Game (POJ 1143), which is Sylver coinage.

use perfectplay_tables::solve::Game;

/// The game with the numbers from 2 up to one, at most 63.
#[derive(Clone, Copy, Debug)]
pub struct Naming {
    /// The largest number.
    pub most: u32,
}

impl Game for Naming {
    /// The numbers that may be named, as bits.
    type Position = u64;
    type Move = u32;

    fn name(&self) -> String {
        format!("naming-{}", self.most)
    }

    fn start(&self) -> u64 {
        (u64::MAX >> (63 - self.most)) & !3
    }

    fn pack(&self, numbers: u64) -> u64 {
        numbers
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    /// No sum of named numbers may be named: 0 is one, and so is a sum with what is named now.
    fn moves(&self, numbers: u64, mut each: impl FnMut(u32, u64)) {
        for named in (2..=self.most).filter(|named| numbers >> named & 1 == 1) {
            let mut sums = !numbers & !2;
            (0..6).for_each(|power| sums |= sums.checked_shl(named << power).unwrap_or(0));
            each(named, numbers & !sums);
        }
    }
}
