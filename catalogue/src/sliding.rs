//! Two rows of pieces on `size` × `size` cells slide to empty cells next to them; who cannot move has lost. Positions
//! repeat.

use perfectplay_tables::solve::Game;

use crate::boards::Step;

/// The game on a board of this size.
#[derive(Clone, Copy, Debug)]
pub struct Sliding {
    /// How many rows and columns it has.
    pub size: u32,
}

impl Game for Sliding {
    /// The cells of the player to move, and of the opponent, as bits.
    type Position = (u32, u32);
    type Move = Step<(u32, u32)>;

    fn name(&self) -> String {
        format!("sliding-{0}x{0}", self.size)
    }

    fn start(&self) -> (u32, u32) {
        let row = (1 << self.size) - 1;
        (row, row << (self.size * (self.size - 1)))
    }

    fn pack(&self, (own, other): (u32, u32)) -> u64 {
        u64::from(own) << 32 | u64::from(other)
    }

    fn unpack(&self, word: u64) -> (u32, u32) {
        ((word >> 32) as u32, word as u32)
    }

    fn moves(&self, (own, other): (u32, u32), mut each: impl FnMut(Self::Move, (u32, u32))) {
        let size = self.size;
        let mut slide = |from: u32, to: u32| {
            if own >> from & 1 == 1 && (own | other) >> to & 1 == 0 {
                let step = Step((from, to), |(from, to)| format!("{from}>{to}"));
                each(step, (other, own ^ 1 << from ^ 1 << to));
            }
        };
        for cell in 0..size * size {
            let below = (cell + size < size * size).then_some(cell + size);
            let right = (cell % size + 1 < size).then_some(cell + 1);
            for next in [below, right].into_iter().flatten() {
                slide(cell, next);
                slide(next, cell);
            }
        }
    }
    fn members(&self) -> u8 {
        0
    }
}
