//! Subtraction games: take one of some numbers of stones from a pile. Who cannot has lost.

use perfectplay_tables::solve::{Game, Values};

/// The game, of which Grundy values are known.
#[derive(Clone, Copy, Debug)]
pub struct Subtraction {
    /// How many stones the pile has at first.
    pub stones: u32,
    /// How many a player may take.
    pub takes: &'static [u32],
}

impl Subtraction {
    /// What may be taken in some games.
    pub const SETS: [&'static [u32]; 5] = [&[1, 2], &[1, 3], &[1, 2, 5], &[1, 3, 4], &[2, 5, 7]];
}

impl Game for Subtraction {
    /// How many stones are left.
    type Position = u32;
    type Move = u32;

    fn name(&self) -> String {
        let takes: Vec<String> = self.takes.iter().map(u32::to_string).collect();
        format!("take{}-{}", takes.join("x"), self.stones)
    }

    fn start(&self) -> u32 {
        self.stones
    }

    fn pack(&self, stones: u32) -> u64 {
        stones.into()
    }

    fn unpack(&self, word: u64) -> u32 {
        word as u32
    }

    fn moves(&self, stones: u32, mut each: impl FnMut(u32, u32)) {
        for &taken in self.takes.iter().filter(|&&taken| taken <= stones) {
            each(taken, stones - taken);
        }
    }

    fn values(&self) -> Values {
        Values::Grundy
    }

    fn rules(&self) -> &str {
        "Take one of the numbers of stones that are allowed. Who cannot has lost."
    }
}
