//! Kayles: take one pin of a row, or two that stand together; in Dawson's Kayles always two.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::Grid;

/// The game with so many pins, at most 31, each a bit of a number.
#[derive(Clone, Copy, Debug)]
pub struct Kayles {
    /// How many there are.
    pub pins: u32,
    /// Whether a player may take one alone.
    pub takes_one: bool,
}

impl Game for Kayles {
    type Position = u64;
    type Move = String;

    fn name(&self) -> String {
        format!("{}-{}", if self.takes_one { "kayles" } else { "dawson" }, self.pins)
    }

    fn start(&self) -> u64 {
        (1 << self.pins) - 1
    }

    fn pack(&self, pins: u64) -> u64 {
        pins
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, pins: u64, mut each: impl FnMut(String, u64)) {
        for pin in 0..self.pins {
            if self.takes_one && pins >> pin & 1 == 1 {
                each(format!("{pin}"), pins & !(1 << pin));
            }
            if pins >> pin & 3 == 3 {
                each(format!("{pin}+{}", pin + 1), pins & !(3 << pin));
            }
        }
    }

    /// Only the lengths of the rows matter: the longest comes first.
    fn canonical(&self, pins: u64) -> u64 {
        let (mut ones, mut lengths) = (pins, Vec::new());
        while ones != 0 {
            ones >>= ones.trailing_zeros();
            lengths.push(ones.trailing_ones());
            ones = ones.unbounded_shr(ones.trailing_ones());
        }
        lengths.sort_unstable();
        lengths.into_iter().rev().fold(0, |word, length| word << (length + 1) | ((1 << length) - 1))
    }

    fn values(&self) -> Values {
        Values::Grundy
    }

    fn members(&self) -> u8 {
        4
    }
}

/// The game as people see it: an i for each pin, and a point where one is gone.
#[derive(Clone, Copy, Debug)]
pub struct RowOfPins(pub Kayles);

impl Game for RowOfPins {
    type Position = u64;
    type Move = String;

    of_inner! {
        name() -> String;
        start() -> u64;
        canonical(pins: u64) -> u64;
        values() -> Values;
        members() -> u8;
    }

    fn pack(&self, pins: u64) -> u64 {
        pins
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, pins: u64, each: impl FnMut(String, u64)) {
        self.0.moves(pins, each);
    }

    fn show(&self, pins: u64) -> String {
        Grid::new(self.0.pins, 1).show([pins as u32], "i")
    }

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        let [pins] = Grid::new(self.0.pins, 1).read(text, "i")?;
        Ok(pins.into())
    }
}
