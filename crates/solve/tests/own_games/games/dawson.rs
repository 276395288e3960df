//! Dawson's Kayles: take two pins that stand together.

use perfectplay_solve::{Game, Values};

use super::kayles::by_length;

pub(crate) struct Dawson {
    pub(crate) pins: u32,
}

impl Game for Dawson {
    type Position = u64;
    type Move = u32;

    fn name(&self) -> String {
        format!("dawson-{}", self.pins)
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

    fn moves(&self, pins: u64, mut each: impl FnMut(u32, u64)) {
        for pin in (0..self.pins).filter(|pin| pins >> pin & 3 == 3) {
            each(pin, pins & !(3 << pin));
        }
    }

    fn canonical(&self, pins: u64) -> u64 {
        by_length(pins)
    }

    fn values(&self) -> Values {
        Values::Grundy
    }
}
